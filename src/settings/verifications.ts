import { z } from "zod";

/** The services that ask for a tag in the head of the home page, by the name of their setting. */
export const verifications = {
  googleVerification: { service: "Google", metaName: "google-site-verification" },
  bingVerification: { service: "Bing", metaName: "msvalidate.01" },
  yandexVerification: { service: "Yandex", metaName: "yandex-verification" },
  pinterestVerification: { service: "Pinterest", metaName: "p:domain_verify" },
} as const;

export type VerificationName = keyof typeof verifications;

const all = Object.values(verifications);
const longestCode = 200;
/** Room for a whole tag. */
export const longestVerification = 1000;

/** A code, or the whole tag or DNS text that has it; saves the code alone. */
export function verificationSchema(name: VerificationName) {
  const { service, metaName } = verifications[name];
  const message = `Paste the tag that ${service} shows, such as <meta name="${metaName}" content="…">, or only the code in it.`;
  return z
    .string(message)
    .trim()
    .max(longestVerification, message)
    .transform((text, context) => {
      const found = tagIn(text);
      const other = all.find((each) => each.metaName === found.metaName);
      if (other !== undefined && other.service !== service) {
        context.addIssue({
          code: "custom",
          message: `This is the tag of ${other.service}. Paste it into the field of ${other.service}.`,
        });
        return z.NEVER;
      }
      const isTag = found.metaName === null || other !== undefined;
      if (isTag && found.code.length <= longestCode && /^[\w=+/.-]+$/.test(found.code)) {
        return found.code;
      }
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/** The code in a text, and the name in its tag; null for a text without a tag. */
function tagIn(text: string): { readonly metaName: string | null; readonly code: string } {
  const record = /^([\w-]+-verification)=(\S+)$/.exec(text);
  if (record) return { metaName: record[1] ?? "", code: record[2] ?? "" };
  if (!/^<meta\s/i.test(text)) return { metaName: null, code: text.replace(/^["“”]|["“”]$/g, "") };
  return {
    metaName: attributeIn(text, "name") ?? attributeIn(text, "property") ?? "",
    code: attributeIn(text, "content") ?? "",
  };
}

function attributeIn(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}\\s*=\\s*["'“”]([^"'“”<>]*)["'“”]`, "i").exec(tag) ?? [];
  return value?.trim();
}
