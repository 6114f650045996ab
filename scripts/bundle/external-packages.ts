/** Packages that the server build does not contain: they hold native code or are rarely needed. */
export const externalPackages = ["sharp", "pg", "nodemailer", "pdfkit", "fontkit", "jsdom"];
