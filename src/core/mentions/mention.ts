/**
 * Something that the user points at in a message with `@`. `token` is how the text of the message names it. Its content is
 * read when the message is sent.
 */
export type Mention = { token: string } & (
  | { kind: 'file' | 'folder'; folder: string; path: string }
  | { kind: 'session'; session: string; title: string }
  | { kind: 'resource'; server: string; uri: string; name: string }
);

/** A mention as one place of the text has it. Lines count from 1, and both ends are included. */
export interface MentionUse {
  mention: Mention;
  from?: number;
  to?: number;
}

/** What may follow a mention: a token isn't the beginning of a longer name. */
const GOES_ON = /^(?:[\w/-]|\.\w)/;
const LINES = /^:(\d{1,9})(?:-(\d{1,9}))?/;

/** The mentions that the text names, in their order, each once with the same lines. */
export function usesOf(text: string, mentions: readonly Mention[]): MentionUse[] {
  const uses = new Map<string, { at: number; use: MentionUse }>();
  for (const mention of mentions) {
    const { token } = mention;
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + token.length)) {
      const rest = text.slice(at + token.length, at + token.length + 24);
      if ((at > 0 && !/\s/.test(text.charAt(at - 1))) || GOES_ON.test(rest)) continue;
      const use = { mention, ...(mention.kind === 'file' && linesIn(rest)) };
      const key = keyOfUse(use);
      if (!uses.has(key)) uses.set(key, { at, use });
    }
  }
  return [...uses.values()].sort((a, b) => a.at - b.at).map(({ use }) => use);
}

/** The same for the same place and lines. */
export function keyOfUse({ mention, from, to }: MentionUse): string {
  return `${targetKey(mention)}\n${from ?? ''}-${to ?? ''}`;
}

function targetKey(mention: Mention): string {
  if (mention.kind === 'session') return `session\n${mention.session}`;
  if (mention.kind === 'resource') return `resource\n${mention.server}\n${mention.uri}`;
  return `file\n${mention.folder}\n${mention.path}`;
}

/** The lines that `:10-80` after a file names. Turned round, they are the same lines. */
function linesIn(rest: string): { from: number; to: number } | null {
  const [, first, last = first] = LINES.exec(rest) ?? [];
  const [a, b] = [Number(first), Number(last)];
  return first === undefined || a < 1 || b < 1 ? null : { from: Math.min(a, b), to: Math.max(a, b) };
}

/** How a file, a folder, or a conversation is named in the text. */
export function tokenOf(name: string): string {
  return `@${name.replace(/\s+/g, ' ').trim()}`;
}
