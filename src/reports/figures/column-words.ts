import { foldedText } from "#platform/texts/folded-text.ts";

/**
 * Words in the headings and labels that programs write, in the languages of Search Console. Compared
 * with folded texts. They are hints: what a column holds decides, where it can.
 */

/** Folded, with the whole syllables and letters that the words below have. */
export function plainHeading(text: string): string {
  return foldedText(text).normalize("NFC").trim();
}

const search =
  /quer|search|keyword|such|requete|palabra|termin de caut|consulta|parola chiave|zoekop|zoekterm|sokfrag|sokord|soge|sok|forespor|haku|kysely|zapyt|fraz|dotaz|dopyt|lekerdez|kulcssz|kereses|interogar|cautar|ερωτημ|αναζητ|sorgu|anahtar kelime|запрос|запит|заявк|търсен|upit|poizvedb|uzklaus|vaicajum|paring|クエリ|検索|キーワード|查询|查詢|关键|關鍵|搜索|搜尋|검색|키워드|쿼리|טילת|שאילת|חיפוש|استعلام|بحث|คำค้น|การค้นหา|truy van|tim kiem|kueri|penelusuran|क्वेरी|खोज/;

const clicks =
  /(?:^|[^\p{L}])(?:klick|click|clic|klik|cliqu)|napsaut|klikk|kattint|tiklama|клик|клік|нажат|κλικ|クリック|点击|點擊|點閱|클릭|نقر|לחיצ|הקלק|คลิก|nhap chuot|luot nhap|क्लिक/u;

const impressions =
  /impr|views?$|shown|exponering|visning|vertoning|weergav|naytto|nayttoker|wyswietl|zobraz|megjelen|afisar|gosterim|показ|показв|εμφαν|表示|展示|曝光|노출|ظهور|חשיפ|การแสดง|hien thi|tayangan|इंप्रेशन|इम्प्रेशन/;

const position =
  /posi|pozic|pozyc|placering|plassering|sijaint|pozit|konum|sira|θεση|позиц|順位|掲載|排名|순위|게재|מיקום|موضع|ตำแหน่ง|vi tri|(?:^|[^\p{L}])rank|rang$|स्थिति/u;

const rate =
  /(?:^|[^\p{L}])(?:ctr|avg|average|mean|rate|ratio|quote|rata|taux|tasa|taxa|tasso|durchschn|moyen|promedio|srednia)(?:[^\p{L}]|$)|rate$|[^\p{L}]pct|%/u;

const visits =
  /session|sitzung|visit|besuch|sesion|sessao|sessoes|sessioni|besok|bezoek|odwiedz|navstev|latogat|oturum|ziyaret|сеанс|визит|セッション|訪問|会话|訪|세션|방문/;

/** "Keyword status" and "Search keyword match type" are no searches. */
export const isSearchHeading = (heading: string) =>
  search.test(plainHeading(heading)) && !/status|typ/.test(plainHeading(heading));
const appearance =
  /appear|darstellung|apparence|aparienci|aspecto|aparenci|aspetto|utseende|weergave|ulkoasu|wyglad|vzhled|vzhlad|megjelen|aspect|gorunum|εμφανιση στ|внешнии вид|вид в поиск|вигляд|見え方|外观|外觀|呈现|呈現|표시 형태|모양|ظهور البحث|مظهر|การปรากฏ|hinh thuc|tampilan/;

/** "Search appearance" lists kinds of results, such as videos. */
export const isAppearanceHeading = (heading: string) => appearance.test(plainHeading(heading));
export const isImpressionsHeading = (heading: string) =>
  impressions.test(plainHeading(heading)) && !isMeanHeading(heading);
export const isClicksHeading = (heading: string) =>
  clicks.test(plainHeading(heading)) && !isMeanHeading(heading) && !isPart(heading);
export const isPositionHeading = (heading: string) => position.test(plainHeading(heading));
export const isVisitsHeading = (heading: string) =>
  visits.test(plainHeading(heading)) && !isMeanHeading(heading) && !isPart(heading);
const isRateHeading = (heading: string) => rate.test(plainHeading(heading));

/** A number that no summary adds up: a rate, a mean, a position or the number of a row. */
export function isMeanHeading(heading: string): boolean {
  return (
    isRateHeading(heading) ||
    isPositionHeading(heading) ||
    /^\s*(?:#|no\.?|nr\.?)\s*$/i.test(heading)
  );
}

/** "Cost per click" and "Click share" are no clicks. */
function isPart(heading: string): boolean {
  return /cost|kosten|cout|coste|custo|price|preis|share|anteil|duration|dauer|duree|duracion|durata|(?:^|[^\p{L}])(?:per|pro|par|por)(?:[^\p{L}]|$)/u.test(
    plainHeading(heading),
  );
}

/** Words for a total, where a label begins with them: "Total: Search", "Gesamtergebnis". */
const total = new RegExp(
  `^(?:${[
    "(?:grand |sub-?)?totals?",
    "totaux|total(?:e|i|es|en|t|sumi|summa)|totaal",
    "sum|sums|summe|summen|summa|suma|sumar|zwischensumme|endsumme",
    "gesamt|gesamtsumme|gesamtergebnis|gesamtwert|insgesamt|ensemble|somme|subtotal|soma|somma",
    "i alt|ialt|samtals|yhteensa|kaikki yhteensa|eindtotaal",
    "razem|lacznie|ogolem|celkem|celkovy soucet|spolu|osszesen|vegosszeg|ukupno|sveukupno|skupaj|kokku|kopa|is viso",
    "toplam|genel toplam|ara toplam|συνολο|γενικο συνολο",
    "итого|всего|общии итог|итог|усього|разом|всього|общо|вкупно|укупно",
    "合計|総計|小計|总计|合计|小计|總計|總和|共计|합계|총계|총합|소계",
    'المجموع|مجموع|الإجمالي|الاجمالي|إجمالي|اجمالي|סהכ|סה״כ|סה"כ|סך הכל',
    "รวม|ทั้งหมด|ผลรวม|tong|tong cong|jumlah|keseluruhan|कुल|योग|মোট",
  ].join("|")})(?![\\p{L}\\p{M}])`,
  "u",
);

export function isTotalWord(label: string): boolean {
  return total.test(plainHeading(label).replace(/^[^\p{L}]+/u, ""));
}
