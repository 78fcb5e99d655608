import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

/** What is under the pointer. */
export interface ContextMenuContext extends Pick<
  ContextMenuParams,
  | 'dictionarySuggestions'
  | 'hasImageContents'
  | 'isEditable'
  | 'linkURL'
  | 'mediaType'
  | 'misspelledWord'
  | 'selectionText'
  | 'srcURL'
> {
  texts: DesktopTexts;
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean };
  copyText: (text: string) => void;
  copyImage: () => void;
  saveImage: (address: string) => void;
  replaceWord: (word: string) => void;
  addToDictionary: (word: string) => void;
}

const LINE: MenuItemConstructorOptions = { type: 'separator' };
const MAX_SUGGESTIONS = 5;

/** The context menu; empty when there is nothing to do. Electron has none of its own. */
export function contextMenuTemplate(context: ContextMenuContext): MenuItemConstructorOptions[] {
  const { texts, editFlags, linkURL, copyText } = context;
  if (context.isEditable)
    return [
      ...spellingItems(context),
      { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
      { role: 'copy', label: texts.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
      LINE,
      { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
    ];
  return [
    ...imageItems(context),
    ...(context.selectionText.trim() === '' ? [] : [{ role: 'copy' as const, label: texts.copy }]),
    ...(/^(https?|mailto):/i.test(linkURL) ? [{ label: texts.copyLink, click: () => copyText(linkURL) }] : []),
  ];
}

function spellingItems({
  texts,
  misspelledWord,
  dictionarySuggestions,
  replaceWord,
  addToDictionary,
}: ContextMenuContext): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.slice(0, MAX_SUGGESTIONS);
  return [
    ...(suggestions.length === 0
      ? [{ label: texts.noSuggestions, enabled: false }]
      : suggestions.map((word) => ({ label: word.replaceAll('&', '&&'), click: () => replaceWord(word) }))),
    { label: texts.addToDictionary, click: () => addToDictionary(misspelledWord) },
    LINE,
  ];
}

function imageItems(context: ContextMenuContext): MenuItemConstructorOptions[] {
  const { texts, mediaType, hasImageContents, srcURL, copyImage, saveImage } = context;
  if (mediaType !== 'image' || !hasImageContents) return [];
  return [
    { label: texts.copyImage, click: copyImage },
    { label: texts.saveImage, click: () => saveImage(srcURL) },
  ];
}
