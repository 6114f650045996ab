import { plainHeading } from "./column-words.ts";

/** The languages of Search Console. */
const languages =
  "en de fr es it pt nl sv da nb fi pl cs sk hu ro el tr ru uk bg hr sr sl et lv lt ca ja zh zh-TW ko ar he fa th vi id hi";

let knownRegions: ReadonlySet<string> | undefined;

/** Names of all countries in all `languages`; read from ICU once, at the first name. */
function regions(): ReadonlySet<string> {
  if (knownRegions !== undefined) return knownRegions;
  const names = new Set<string>();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const language of languages.split(" ")) {
    for (const style of ["long", "short"] as const) {
      const display = new Intl.DisplayNames(language, { type: "region", style, fallback: "none" });
      for (const first of letters) {
        for (const second of letters) {
          const name = display.of(first + second);
          if (name !== undefined) names.add(plainHeading(name));
        }
      }
    }
  }
  knownRegions = names;
  return names;
}

export function isCountryName(name: string): boolean {
  return regions().has(plainHeading(name));
}

/** Search Console knows three devices: desktop, mobile and tablet. */
const device =
  /^(?:desktop|computer|computador|ordenador|ordinateur|dator|datamaskin|pc|stolni|komputer|pocitac|asztali|szamitogep|bilgisayar|masaustu|υπολογιστ|компьютер|комп|настолен|デスクトップ|パソコン|桌面|计算机|電腦|데스크톱|컴퓨터|מחשב|سطح المكتب|คอมพิวเตอร์|may tinh|mobi|handy|smartphone|telefon|movil|komorka|mobil|mobiel|κινητ|мобил|моб|телефон|モバイル|携帯|スマート|移动|行動|手机|모바일|휴대|נייד|الجوال|جوّال|อุปกรณ์เคลื่อนที่|di dong|seluler|tablet|tablette|planšet|planset|ταμπλετ|планшет|таблет|タブレット|平板|태블릿|טאבלט|جهاز لوحي|แท็บเล็ต|may tinh bang)/;

export function isDeviceName(name: string): boolean {
  return device.test(plainHeading(name));
}
