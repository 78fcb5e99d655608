import { useReducer, useRef } from 'react';
import type { Connection } from '#contract/connection.ts';
import { ownConnectionEndpoints } from '#contract/own-connections.ts';
import { without } from '#core/without.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { cleanKey } from '#ui/shared/secrets/detect-key.ts';
import {
  EMPTY_DRAFT,
  findDraftProblems,
  leavesServer,
  toDraft,
  toNewConnection,
  type ConnectionDraft,
  type DraftProblems,
} from './connection-draft.ts';

interface Writing {
  draft: ConnectionDraft;
  problems: DraftProblems;
  /** As it is stored; absent for a new one. */
  connection: Connection | undefined;
  /** It is stored, and its models are shown. */
  listing: boolean;
}

/** The first field with a problem, by the name of its element. */
const ORDER = ['name', 'url', 'deployments', 'headers'] as const;

interface ConnectionDraftOptions {
  /** The one that is edited; absent for a new one. */
  edited: Connection | undefined;
  /** Names in use by others. */
  taken: readonly string[];
  onDone: () => void;
}

/** A connection of the user's own while it is written. */
export function useConnectionDraft({ edited, taken: others, onDone }: ConnectionDraftOptions) {
  const t = useT('settings');
  const toast = useToast();
  const { modelLists } = useServices();
  const host = useHostGroup(ownConnectionEndpoints);
  const { reload } = useConnections();
  const { busy, error, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const keyInput = useRef<HTMLInputElement>(null);
  const [writing, set] = useReducer((before: Writing, next: Partial<Writing>): Writing => ({ ...before, ...next }), {
    draft: edited ? toDraft(edited) : EMPTY_DRAFT,
    problems: {},
    connection: edited,
    listing: false,
  });
  const { draft, connection } = writing;
  const taken = others.filter((one) => one !== connection?.label);

  const store = async () => {
    const key = cleanKey(keyInput.current?.value ?? '');
    const given = { ...toNewConnection(draft), ...(key !== '' && { key }) };
    const stored = connection ? await host.changeConnection(connection.id, given) : await host.addConnection(given);
    if (keyInput.current) keyInput.current.value = '';
    await reload();
    toast({ tone: 'success', title: t(connection ? 'endpoint.changed' : 'endpoint.saved', { name: stored.label }) });
    if (connection?.baseUrl === stored.baseUrl && connection.protocol === stored.protocol) {
      onDone();
      return;
    }
    set({ connection: stored, draft: toDraft(stored), listing: true });
    // Where the models are typed in, the server's list is not the one to choose from.
    if (!stored.models) void modelLists.refresh(stored);
  };

  return {
    ...writing,
    busy,
    error,
    form,
    keyInput,
    /** Saving removes its key, which is for the earlier server. */
    losesKey: connection !== undefined && connection.account !== null && leavesServer(draft, connection),
    change: (fields: Partial<ConnectionDraft>) => set({ draft: { ...draft, ...fields } }),
    editAgain: () => set({ listing: false }),
    /** On leaving the field. Not before something was typed. */
    checkUrl() {
      if (draft.url === '') return;
      const { url } = findDraftProblems(draft, taken);
      set({ problems: { ...without(writing.problems, 'url'), ...(url && { url }) } });
    },
    save() {
      const problems = findDraftProblems(draft, taken);
      set({ problems });
      const first = ORDER.find((field) => problems[field] !== undefined);
      if (first === undefined) void submit(store);
      else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    },
  };
}
