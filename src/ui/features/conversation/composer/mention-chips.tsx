import { FileText, Folder, MessageSquare, Plug, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FileFacts } from '#contract/folder-files.ts';
import { splitName } from '#core/mentions/match-path.ts';
import { keyOfUse, usesOf, type Mention, type MentionUse } from '#core/mentions/mention.ts';
import { nameOf, problemOf, type MentionProblem, type MentionProblemCode } from '#flows/mentions/collect-mentions.ts';
import { useServices } from '#ui/data/services.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import { leastOfName } from './least-of-name.ts';
import chip from './attachment-chips.module.css';
import css from './mention-chips.module.css';

const ICONS = { file: FileText, folder: Folder, session: MessageSquare, resource: Plug };

export interface MentionChipsProps {
  sessionId: string;
  text: string;
  /** What the text may name. */
  mentions: readonly Mention[];
  /** What kept the message from being sent. */
  problems: readonly MentionProblem[];
  onRemove: (mention: Mention) => void;
}

/** What the message points at. Each is read when the message is sent; what can't be sent then is said before. */
export function MentionChips({ sessionId, text, mentions, problems, onRemove }: MentionChipsProps) {
  const uses = usesOf(text, mentions);
  const t = useT('mentions');
  const facts = useFacts(sessionId, uses);
  const codes = uses.map((use): MentionProblemCode | null => {
    const known = facts.get(keyOfUse(use));
    const failed = problems.find((problem) => keyOfUse(problem.use) === keyOfUse(use));
    return failed?.code ?? (known ? problemOf(use, known) : null);
  });
  const told = uses.flatMap((use, index) => {
    const code = codes[index];
    return code ? [t(`problem.${code}`, { name: nameOf(use), token: use.mention.token })] : [];
  });
  if (uses.length === 0) return null;
  return (
    <>
      <ul className={chip['chips']} aria-label={t('chips')}>
        {uses.map((use, index) => (
          <Chip
            key={keyOfUse(use)}
            use={use}
            facts={facts.get(keyOfUse(use))}
            faulty={codes[index] !== null}
            onRemove={() => onRemove(use.mention)}
          />
        ))}
      </ul>
      <div className={css['problems']} role="alert">
        {told.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </>
  );
}

interface ChipProps {
  use: MentionUse;
  facts: FileFacts | undefined;
  faulty: boolean;
  onRemove: () => void;
}

function Chip({ use, facts, faulty, onRemove }: ChipProps) {
  const t = useT('mentions');
  const language = useLanguage();
  const serverName = useServerName();
  const { mention, from, to } = use;
  const Icon = ICONS[mention.kind];
  const name = mention.kind === 'session' ? mention.title : mention.kind === 'resource' ? mention.name : mention.path;
  const shown = mention.kind === 'file' || mention.kind === 'folder' ? splitName(name).name : name;
  const about =
    mention.kind === 'session'
      ? t('conversation')
      : mention.kind === 'resource'
        ? serverName(mention.server)
        : mention.kind === 'folder'
          ? t('names')
          : from !== undefined
            ? from === to
              ? t('line', { from })
              : t('lines', { from, to: to ?? from })
            : facts?.state === 'file'
              ? formatBytes(facts.bytes, language)
              : '';
  return (
    <li className={chip['chip']} style={leastOfName(shown)} data-unread={faulty || undefined} title={name}>
      <Icon className={chip['icon']} aria-hidden />
      <span className={chip['name']}>{shown}</span>
      {about !== '' && <span className={chip['size']}>{about}</span>}
      {faulty && (
        <span className={chip['warning']}>
          <TriangleAlert aria-hidden />
        </span>
      )}
      <button
        type="button"
        className={chip['button']}
        aria-label={t('remove', { name })}
        title={t('removeTitle')}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </li>
  );
}

/** What the files are now: asked for when they are mentioned, and again when the user comes back to the window. */
function useFacts(sessionId: string, uses: readonly MentionUse[]): ReadonlyMap<string, FileFacts> {
  const { flows } = useServices().agent;
  const [facts, setFacts] = useState<ReadonlyMap<string, FileFacts>>(new Map());
  const places = JSON.stringify(
    uses.flatMap((use) => {
      const { mention } = use;
      const isPlace = mention.kind === 'file' || mention.kind === 'folder';
      return isPlace ? [[keyOfUse(use), mention.folder, mention.path]] : [];
    }),
  );
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const ask = () => {
      for (const [key, folder, path] of JSON.parse(places) as [string, string, string][])
        flows.fileFacts(sessionId, { folder, path }).then(
          (found) => signal.aborted || setFacts((now) => new Map(now).set(key, found)),
          // Sending asks again, and says what is wrong.
          () => undefined,
        );
    };
    ask();
    window.addEventListener('focus', ask, { signal });
    return () => stop.abort();
  }, [flows, sessionId, places]);
  return facts;
}
