import { fencedCode } from '#markdown/fenced-code.ts';
import { kindOfCode, kindOfFile, type PreviewKind, titleOf } from '#markdown/preview-kind.ts';
import type { Part } from '#core/message.ts';
import { joinSplitTexts } from '#core/split-texts.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { findEdits } from './find-edits.ts';
import type { PreviewSubject, SentFile } from './preview-subject.ts';

/** One document of a conversation. */
export interface PreviewVersion {
  /** Stays the same while the document grows. */
  id: string;
  messageId: string | null;
  kind: PreviewKind;
  title: string;
  /** `null`: it has to be read from the file. */
  text: string | null;
  file?: SentFile;
  closed: boolean;
}

type ShownPart = Part | StoredPart;
type Told = Pick<StoredMessage, 'id'> & { parts: readonly ShownPart[] };

const known = new WeakMap<readonly ShownPart[], readonly PreviewVersion[]>();

function readMessage({ id, parts }: Told): readonly PreviewVersion[] {
  const found: PreviewVersion[] = [];
  for (const part of joinSplitTexts(parts))
    if (part.type === 'text')
      for (const { language, text, closed } of fencedCode(part.text)) {
        const kind = kindOfCode(language, text);
        if (kind)
          found.push({ id: `${id}#${found.length}`, messageId: id, kind, title: titleOf(kind, text), text, closed });
      }
    else if (part.type === 'file' && 'blob' in part) {
      const kind = kindOfFile(part.name);
      if (kind)
        found.push({
          id: `${id}#${found.length}`,
          messageId: id,
          kind,
          title: part.name,
          text: part.text ?? null,
          file: part,
          closed: true,
        });
    }
  return found;
}

/** Every document in these messages, in order. */
export function findDocuments(messages: readonly Told[]): PreviewVersion[] {
  return messages.flatMap((message) => {
    const read = known.get(message.parts) ?? readMessage(message);
    known.set(message.parts, read);
    return read;
  });
}

/**
 * The document itself and all others that are versions of it: those of its kind and title. Documents without a title are
 * versions of each other where a later message edits what an earlier one has.
 */
export function versionsOf(all: readonly PreviewVersion[], one: PreviewVersion): PreviewVersion[] {
  const alike = all.filter(({ kind, title }) => kind === one.kind && title === one.title);
  return one.title === '' ? (findEdits(alike).find((edits) => edits.includes(one)) ?? [one]) : alike;
}

/** Where the subject stands in its conversation; on its own, if it isn't found there. */
export function locate(all: readonly PreviewVersion[], subject: PreviewSubject): PreviewVersion {
  const { kind, messageId } = subject;
  const inMessage = all.filter((one) => one.kind === kind && (messageId === null || one.messageId === messageId));
  if (subject.source === 'file') {
    const { file } = subject;
    return (
      inMessage.find((one) => one.file?.blob === file.blob && one.title === file.name) ?? {
        id: '',
        messageId,
        kind,
        title: file.name,
        text: file.text ?? null,
        file,
        closed: true,
      }
    );
  }
  const { text } = subject;
  return (
    inMessage.find((one) => one.text === text) ??
    inMessage.find((one) => !one.closed && one.text?.startsWith(text)) ?? {
      id: '',
      messageId,
      kind,
      title: titleOf(kind, text),
      text,
      closed: true,
    }
  );
}
