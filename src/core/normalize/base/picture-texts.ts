/** Texts of the engine around pictures. As stable as those of texts.ts, but the start of the page doesn't need them. */

/** Stands before a picture that another model made. */
export function madePicture(prompt: string): string {
  return `[Image made earlier: ${prompt}]`;
}

/** Before the pictures of a file's pages, where nothing was read in it. */
export function fileAsPages(name: string): string {
  return `[File ${name}, its pages as images]`;
}

export function pageOfFile(page: number, name: string): string {
  return `[Page ${page} of ${name}]`;
}

export function pagesLeftOut(pages: readonly number[], name: string): string {
  const [first = 0] = pages;
  const last = pages.at(-1) ?? first;
  return `[Pages ${first} to ${last} of ${name} are left out]`;
}
