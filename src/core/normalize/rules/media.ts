import { decodeBase64Text, standardBase64 } from '../../base64.ts';
import type { Draft, SourcedPart, RuleContext, UserPart } from '../../draft/draft.ts';
import { imageType } from '../../image-type.ts';
import type { FilePart, TextPart } from '../../message.ts';
import { isPdf, pageCount, PDF, type PagePictures } from '../../page-pictures.ts';
import { fileAsPages, pageOfFile, pagesLeftOut } from '../base/picture-texts.ts';
import { isTextFile } from '../base/is-text-file.ts';
import { damagedMedia, fileAsText, mediaPlaceholder } from '../base/texts.ts';

interface Image {
  mime: string;
  data: string;
}

/**
 * Replaces files that a model cannot take with the text that was read in them, and what has none, or an image, with its
 * name (Z4, A34). Text files are sent as text everywhere.
 */
export function arrangeMedia(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) {
    if (item.role !== 'user' || item.parts.every(({ part }) => part.type === 'text')) continue;
    item.parts = item.parts.flatMap((placed): SourcedPart<UserPart> | SourcedPart<UserPart>[] => {
      const { part, at } = placed;
      if (part.type === 'text') return placed;
      // The source of an SVG is text, and no vendor takes it as an image.
      const isImage = part.type === 'image' || (part.mime.toLowerCase().startsWith('image/') && !isTextFile(part));
      if (part.type === 'file' && !isImage)
        return part.pages ? arrangePages(part, part.pages, at, context) : arrangeFile(part, at, context);
      const image = acceptImage(part, context);
      if (typeof image === 'string') {
        context.notes.add('image-to-placeholder', at, image);
        return { part: { type: 'text', text: image }, at };
      }
      if (part.type === 'image' && image === part) return placed;
      context.notes.add('clean-image-data', at);
      return { part: { type: 'image', mime: image.mime, data: image.data }, at };
    });
  }
}

/** The image in a form that this endpoint accepts, or the text that replaces it. */
export function acceptImage<T extends Image>(image: T, { target, dialect }: RuleContext): T | Image | string {
  if (!target.model.images) return mediaPlaceholder('image', image.mime);
  const data = standardBase64(image.data);
  const mime = data && imageType(image.mime, data);
  if (data === null || mime === null) return damagedMedia('image', image.mime);
  if (!dialect.imageTypes.includes(mime)) return mediaPlaceholder('image', image.mime);
  return mime === image.mime && data === image.data ? image : { mime, data };
}

/** The text of a file, and the pages that have little of it as pictures. */
function arrangePages(
  file: FilePart,
  { drawn, left }: PagePictures,
  at: SourcedPart['at'],
  context: RuleContext,
): SourcedPart<UserPart>[] {
  context.notes.add('file-to-pictures', at, file.name);
  const say = (text: string): SourcedPart<UserPart> => ({ part: { type: 'text', text }, at });
  const pages = drawn.flatMap(({ page, mime, data }) => {
    const image = acceptImage({ mime, data }, context);
    const shown: SourcedPart<UserPart> =
      typeof image === 'string' ? say(image) : { part: { type: 'image', mime: image.mime, data: image.data }, at };
    return [say(pageOfFile(page, file.name)), shown];
  });
  return [
    say(file.text === undefined ? fileAsPages(file.name) : fileAsText(file.name, file.text)),
    ...pages,
    ...(left.length === 0 ? [] : [say(pagesLeftOut(left, file.name))]),
  ];
}

const texts = new WeakMap<FilePart, TextPart>();

/** The same object every time, so that nobody counts a long text again or takes its digest again. */
function textOf(file: FilePart, text: string): TextPart {
  let part = texts.get(file);
  if (!part) texts.set(file, (part = { type: 'text', text: fileAsText(file.name, text) }));
  return part;
}

function arrangeFile(file: FilePart, at: SourcedPart['at'], context: RuleContext): SourcedPart<UserPart> {
  const { target, dialect } = context;
  const asText = (text: string): SourcedPart<UserPart> => {
    context.notes.add('file-to-text', at, file.name);
    return { part: textOf(file, text), at };
  };
  if (isTextFile(file) && file.text !== undefined) return asText(file.text);
  const data = standardBase64(file.data);
  if (data === null) {
    // Nothing is valid text, though not valid base64.
    if (file.data === '' && isTextFile(file)) return asText('');
    if (file.text !== undefined) return asText(file.text);
    context.notes.add('file-to-placeholder', at, file.name);
    return { part: { type: 'text', text: damagedMedia('file', file.name) }, at };
  }
  const plain = isTextFile(file) ? decodeBase64Text(data) : null;
  if (plain !== null) return asText(plain);
  const isDamaged = file.mime.toLowerCase() === PDF && !isPdf(data);
  // Each page that was read has a mark. Vendors refuse a PDF without pages.
  const isEmpty = file.text === '';
  const isTaken = !isDamaged && !isEmpty && target.model.files && dialect.fileTypes.includes(file.mime.toLowerCase());
  if (isTaken && pageCount(file) <= dialect.maxPages) {
    if (data === file.data) return { part: file, at };
    context.notes.add('clean-file-data', at, file.name);
    return { part: { ...file, data }, at };
  }
  if (file.text !== undefined) return asText(file.text);
  context.notes.add('file-to-placeholder', at, file.name);
  const replaced = isDamaged ? damagedMedia('file', file.name) : mediaPlaceholder('file', file.name);
  return { part: { type: 'text', text: replaced }, at };
}
