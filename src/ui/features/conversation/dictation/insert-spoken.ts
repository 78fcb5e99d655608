import { replaceText } from '#ui/kit/text/replace-text.ts';

/** Puts what was said where the cursor is, apart from the words beside it. The field's undo takes it back. */
export function insertSpoken(field: HTMLTextAreaElement, text: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const before = /\S$/.test(value.slice(0, start)) ? ' ' : '';
  const after = /^[\p{L}\p{N}]/u.test(value.slice(end)) ? ' ' : '';
  replaceText(field, start, end, `${before}${text}${after}`);
}
