// Loaded into a server before all other modules: writes the URL of each loaded module to a file,
// one per line, and "locale data: NAME" for each use of the runtime's locale data.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env.LOADED_MODULES_FILE ?? "";

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});

const noteLocaleData = (name) => appendFileSync(file, `locale data: ${name}\n`);

for (const { prototype } of [Number, BigInt, Date, String]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (!/^(toLocale(?!(Lower|Upper)Case).*String|localeCompare)$/.test(name)) continue;
    const method = prototype[name];
    prototype[name] = function (...args) {
      noteLocaleData(name);
      return method.apply(this, args);
    };
  }
}
for (const name of Object.getOwnPropertyNames(Intl)) {
  if (typeof Intl[name] !== "function" || Intl[name].prototype === undefined) continue;
  Intl[name] = new Proxy(Intl[name], {
    construct(target, args, newTarget) {
      noteLocaleData(name);
      return Reflect.construct(target, args, newTarget);
    },
  });
}
