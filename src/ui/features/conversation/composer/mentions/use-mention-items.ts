import { useEffect, useMemo, useState } from 'react';
import { foldPath, splitName } from '#core/mentions/match-path.ts';
import { tokenOf } from '#core/mentions/mention.ts';
import type { ServerOfferings } from '#tools/offerings.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useServices } from '#ui/data/services.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { usePrompts } from '#ui/shared/library/use-library.ts';
import { splitPath } from '#ui/features/conversation/agent/recent-folders.ts';
import type { MentionChoice } from './mention-choice.ts';
import { useFoundPaths, type FolderPathFound, type FoundPaths } from './use-found-paths.ts';

export type MentionGroup = 'files' | 'sessions' | 'prompts' | 'resources';

export interface MentionItem {
  key: string;
  group: MentionGroup;
  icon: 'file' | 'folder' | 'session' | 'prompt' | 'resource' | 'attach';
  name: string;
  /** Where it is, or what it says. */
  about: string;
  choice: MentionChoice;
}

export interface MentionItems extends Omit<FoundPaths, 'paths'> {
  items: readonly MentionItem[];
}

const MAX_PATHS = 40;
const MAX_OTHERS = 6;
/** Characters of a prompt shown beside its name. */
const SHOWN_OF_PROMPT = 120;

interface MentionSearch {
  sessionId: string;
  query: string;
  /** The conversation uses servers. */
  withServers: boolean;
  /** A folder may be attached to the conversation. */
  canAttach: boolean;
}

/**
 * Everything that can be mentioned and matches the query, in the order of its groups. Without a folder, attaching one comes
 * first, as long as nothing was typed.
 */
export function useMentionItems({ sessionId, query, withServers, canAttach }: MentionSearch): MentionItems {
  const t = useT('mentions');
  const { paths, ...state } = useFoundPaths(sessionId, query, MAX_PATHS);
  const sessions = useSessions(query);
  const prompts = usePrompts();
  const resources = useResources(sessionId, withServers);
  const { folders } = state;
  const items = useMemo((): MentionItem[] => {
    const matches = wordMatcher(query);
    const attach: MentionItem = {
      key: 'attach',
      group: 'files',
      icon: 'attach',
      name: t('attach'),
      about: '',
      choice: { kind: 'attach' },
    };
    return [
      ...(folders?.length === 0 && canAttach && query === '' ? [attach] : []),
      ...paths.map((one) => pathItem(one, folders ?? [])),
      ...(sessions ?? [])
        .filter(({ id, leafId, title }) => id !== sessionId && leafId !== null && title.trim() !== '')
        .slice(0, MAX_OTHERS)
        .map(({ id, title }) => sessionItem(id, title)),
      ...prompts
        .filter(({ name }) => matches(name))
        .slice(0, MAX_OTHERS)
        .map((prompt): MentionItem => ({
          key: `prompt ${prompt.id}`,
          group: 'prompts',
          icon: 'prompt',
          name: prompt.name,
          about: prompt.text.slice(0, SHOWN_OF_PROMPT),
          choice: { kind: 'prompt', prompt },
        })),
      ...resources.filter(({ name, about }) => matches(`${name} ${about}`)).slice(0, MAX_OTHERS),
    ];
  }, [t, paths, folders, canAttach, sessions, prompts, resources, query, sessionId]);
  return { ...state, searching: state.searching || sessions === undefined, items };
}

function pathItem({ folder, path }: FolderPathFound, folders: readonly string[]): MentionItem {
  const isFolder = path.endsWith('/');
  const inFolder = folders.length < 2 || folder === folders[0] ? '' : labelOf(folder, folders);
  const { name, above } = splitName(path);
  const token = tokenOf(inFolder === '' ? path : `${inFolder}/${path}`);
  const kind = isFolder ? 'folder' : 'file';
  return {
    key: `${folder} ${path}`,
    group: 'files',
    icon: kind,
    name,
    about: [inFolder, above].filter((part) => part !== '').join('/'),
    choice: { kind: 'mention', mention: { kind, token, folder, path } },
  };
}

/** The folder's name, or its path where another one has the same name. */
function labelOf(folder: string, folders: readonly string[]): string {
  const { name } = splitPath(folder);
  return folders.some((one) => one !== folder && splitPath(one).name === name) ? folder : name;
}

function sessionItem(session: string, title: string): MentionItem {
  const mention = { kind: 'session' as const, token: tokenOf(title), session, title };
  return {
    key: `session ${session}`,
    group: 'sessions',
    icon: 'session',
    name: title,
    about: '',
    choice: { kind: 'mention', mention },
  };
}

const NO_RESOURCES: readonly MentionItem[] = [];

/** The resources of the servers that the conversation uses. A server that doesn't answer offers none. */
function useResources(sessionId: string, wanted: boolean): readonly MentionItem[] {
  const { flows } = useServices().agent;
  const [items, setItems] = useState(NO_RESOURCES);
  useEffect(() => {
    if (!wanted) return undefined;
    const stop = new AbortController();
    flows.offerings(sessionId, stop.signal).then(
      ({ servers }) => stop.signal.aborted || setItems(servers.flatMap(resourceItems)),
      // "From a server…" says what is wrong with them.
      () => undefined,
    );
    return () => stop.abort();
  }, [flows, sessionId, wanted]);
  return items;
}

function resourceItems({ server, label, resources }: ServerOfferings): MentionItem[] {
  return resources.map(({ uri, name }) => ({
    key: `resource ${server} ${uri}`,
    group: 'resources',
    icon: 'resource',
    name,
    about: `${label} · ${uri}`,
    choice: { kind: 'mention', mention: { kind: 'resource', token: tokenOf(name), server, uri, name } },
  }));
}

function wordMatcher(query: string): (text: string) => boolean {
  const wanted = foldPath(query);
  return (text) => foldPath(text).includes(wanted);
}
