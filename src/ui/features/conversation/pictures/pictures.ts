import { createContext, use } from 'react';
import { imageName } from '#core/image-name.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

/** A stored picture of the conversation, with the name that is shown. */
export interface Picture {
  blob: string;
  name: string;
}

/** Shows a picture large; `null` where messages are shown without a viewer. */
export const PictureContext = createContext<((picture: Picture) => void) | null>(null);

export function useOpenPicture(): ((picture: Picture) => void) | null {
  return use(PictureContext);
}

/** The pictures of the messages in their order, each once: sent, made by a model, and from tools. */
export function picturesOf(
  messages: readonly Pick<StoredMessage, 'role' | 'parts'>[],
  t: Translate<'chat'>,
): Picture[] {
  const found = new Map<string, Picture>();
  const add = (blob: string, name: string) => {
    if (!found.has(blob)) found.set(blob, { blob, name });
  };
  for (const { role, parts } of messages) {
    const images = parts.filter((part) => part.type === 'image');
    for (const part of parts)
      if (part.type === 'image')
        add(part.blob, pictureName(part, role === 'user' ? images.indexOf(part) + 1 : null, t));
      else if (part.type === 'tool_result') for (const { blob } of part.images ?? []) add(blob, t('tool.resultImage'));
  }
  return [...found.values()];
}

/** Of what a picture was made from. */
const MAX_NAME = 80;

/** `number`: its place among the pictures of a question; `null` for one that a model made. */
export function pictureName(
  { name, prompt }: Extract<StoredPart, { type: 'image' }>,
  number: number | null,
  t: Translate<'chat'>,
): string {
  const own = imageName(name) ?? imageName(prompt?.slice(0, MAX_NAME));
  return own ?? (number === null ? t('image.made') : t('image.attached', { number }));
}
