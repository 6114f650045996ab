import type { Plugin } from "vite";

/** Standard CSS that the minifier passes on as it is, and warns of at every build. */
const known = "'scroll-button' is not recognized as a valid pseudo-element";

/** Keeps quiet about what the style sheets know and the minifier does not yet. */
export function newerThanMinifier(): Plugin {
  return {
    name: "furrow:newer-than-minifier",
    configResolved({ logger }) {
      const warn = logger.warn.bind(logger);
      logger.warn = (message, options) => {
        if (!message.includes(known)) warn(message, options);
      };
    },
  };
}
