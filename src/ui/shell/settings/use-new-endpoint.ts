import { useReducer, useRef } from 'react';
import type { Connection } from '#contract/connection.ts';
import { without } from '#core/without.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { cleanKey } from '#ui/shared/secrets/detect-key.ts';
import {
  EMPTY_DRAFT,
  findDraftProblems,
  toNewConnection,
  type ConnectionDraft,
  type DraftProblems,
} from './new-connection.ts';

interface NewEndpoint {
  draft: ConnectionDraft;
  problems: DraftProblems;
  /** The connection once it is stored. */
  added: Connection | null;
}

/** The first field with a problem, by the name of its element. */
const ORDER = ['name', 'url', 'deployments', 'headers'] as const;

/** A connection of the user's own while it is written. `taken`: names in use. */
export function useNewEndpoint(taken: readonly string[]) {
  const t = useT('settings');
  const toast = useToast();
  const { host, modelLists } = useServices();
  const { reload } = useConnections();
  const { busy, error, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const keyInput = useRef<HTMLInputElement>(null);
  const [endpoint, set] = useReducer(
    (before: NewEndpoint, next: Partial<NewEndpoint>): NewEndpoint => ({ ...before, ...next }),
    { draft: EMPTY_DRAFT, problems: {}, added: null },
  );
  const { draft } = endpoint;

  const add = async () => {
    const key = cleanKey(keyInput.current?.value ?? '');
    const connection = await host.addConnection({ ...toNewConnection(draft), ...(key !== '' && { key }) });
    if (keyInput.current) keyInput.current.value = '';
    await reload();
    toast({ tone: 'success', title: t('endpoint.saved', { name: connection.label }) });
    set({ added: connection });
    // Where the models are typed in, the server's list is not the one to choose from.
    if (!connection.models) void modelLists.refresh(connection);
  };

  return {
    ...endpoint,
    busy,
    error,
    form,
    keyInput,
    change: (fields: Partial<ConnectionDraft>) => set({ draft: { ...draft, ...fields } }),
    /** On leaving the field. Not before something was typed. */
    checkUrl() {
      if (draft.url === '') return;
      const { url } = findDraftProblems(draft, taken);
      set({ problems: { ...without(endpoint.problems, 'url'), ...(url && { url }) } });
    },
    save() {
      const problems = findDraftProblems(draft, taken);
      set({ problems });
      const first = ORDER.find((field) => problems[field] !== undefined);
      if (first === undefined) void submit(add);
      else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    },
  };
}
