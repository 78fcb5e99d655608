import { DocumentError } from '#documents/base/document.ts';
import { usesOf, type Mention } from '#core/mentions/mention.ts';
import type { OutgoingAttachment } from '#flows/base/outgoing-message.ts';
import { collectMentions, type CollectedMentions } from '#flows/mentions/collect-mentions.ts';
import { readConversation } from '#flows/mentions/read-conversation.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import type { Services } from '#ui/data/services.ts';
import { isPicture, kindOf, mimeOf } from './paste-rules.ts';

interface Collecting {
  text: string;
  mentions: readonly Mention[];
  language: string;
  signal: AbortSignal;
}

/** Reads what the message points at, and stores it. */
export function collectForMessage(
  services: Services,
  sessionId: string,
  { text, mentions, language, signal }: Collecting,
): Promise<CollectedMentions> {
  const { db, onUnreadableRow, documents } = services;
  const { flows } = services.agent;

  async function store(bytes: Blob, name: string, mime: string): Promise<OutgoingAttachment | null> {
    const type = mimeOf({ type: mime, name });
    const blob = new Blob([bytes], { type });
    const attachment = { kind: kindOf(type), name, ...(await saveBlob(db, blob, type)) };
    if (isPicture(attachment) || (type === 'text/plain' && (await isUtf8(bytes)))) return attachment;
    try {
      const { document } = await documents.read({ bytes: blob, name, language }, signal);
      return { ...attachment, text: document.text };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      // Some models take such a file as it is.
      return type === 'application/octet-stream' ? null : attachment;
    }
  }

  return collectMentions(
    usesOf(text, mentions),
    {
      facts: (place) => flows.fileFacts(sessionId, place),
      file: (place) => flows.readFile(sessionId, place, signal),
      resource: (server, resource) => flows.readResource(server, resource, signal),
      conversation: (id) => readConversation({ db, onUnreadableRow }, id),
      store,
    },
    signal,
  );
}

async function isUtf8(bytes: Blob): Promise<boolean> {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(await bytes.arrayBuffer());
    return true;
  } catch {
    return false;
  }
}
