/** Whether the body of a response is a web page. No API answers with one. */
export function isWebPage(body: string): boolean {
  return /^\s*<(!doctype html|html|head|body|meta|script|title)\b/i.test(body);
}

/** Empty for a page without a title. */
export function pageTitle(body: string): string {
  return /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1]?.trim() ?? '';
}
