import { useReducer, useRef } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { cleanKey } from '#ui/shared/secrets/detect-key.ts';
import { checkEndpoint, type EndpointProblem } from './check-endpoint.ts';

interface NewEndpoint {
  name: string;
  url: string;
  protocol: Protocol;
  nameProblem: 'empty' | 'taken' | null;
  urlProblem: EndpointProblem | null;
  /** The connection once it is stored. */
  added: Connection | null;
}

const EMPTY: NewEndpoint = {
  name: '',
  url: '',
  protocol: 'openai-chat',
  nameProblem: null,
  urlProblem: null,
  added: null,
};

/** A connection of the user's own while it is written. `taken`: names in use. */
export function useNewEndpoint(taken: readonly string[]) {
  const t = useT('settings');
  const toast = useToast();
  const { host, modelLists } = useServices();
  const { reload } = useConnections();
  const { busy, error, submit } = useSubmission();
  const nameInput = useRef<HTMLInputElement>(null);
  const urlInput = useRef<HTMLInputElement>(null);
  const keyInput = useRef<HTMLInputElement>(null);
  const [endpoint, change] = useReducer(
    (before: NewEndpoint, next: Partial<NewEndpoint>): NewEndpoint => ({ ...before, ...next }),
    EMPTY,
  );
  const { name, url, protocol } = endpoint;

  const findNameProblem = () => {
    const trimmed = name.trim().toLowerCase();
    if (trimmed === '') return 'empty';
    return taken.some((one) => one.toLowerCase() === trimmed) ? 'taken' : null;
  };

  const add = async () => {
    const key = cleanKey(keyInput.current?.value ?? '');
    const connection = await host.addConnection({
      label: name.trim(),
      protocol,
      baseUrl: url.trim(),
      ...(key !== '' && { key }),
    });
    if (keyInput.current) keyInput.current.value = '';
    await reload();
    toast({ tone: 'success', title: t('endpoint.saved', { name: connection.label }) });
    change({ added: connection });
    void modelLists.refresh(connection);
  };

  return {
    ...endpoint,
    busy,
    error,
    nameInput,
    urlInput,
    keyInput,
    change,
    /** On leaving the field. Not before something was typed. */
    checkUrl: () => url !== '' && change({ urlProblem: checkEndpoint(url) }),
    save() {
      const nameProblem = findNameProblem();
      const urlProblem = checkEndpoint(url);
      change({ nameProblem, urlProblem });
      if (nameProblem) nameInput.current?.focus();
      else if (urlProblem) urlInput.current?.focus();
      else void submit(add);
    },
  };
}
