import { useReducer, type RefObject } from 'react';
import type { JoinSync } from '#contract/sync.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { useServices } from '#ui/data/services.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { checkPassphrase } from '#ui/shared/secrets/check-passphrase.ts';
import type { RemoteProblems } from './find-remote-problems.ts';
import type { PhraseProblem } from './passphrase-fields.tsx';
import { readRemoteInput, type RemoteKind } from './read-remote-input.ts';

export const SET_UP_STEPS = ['place', 'passphrase', 'consent'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

interface SetUpState {
  step: SetUpStep;
  kind: RemoteKind;
  how: JoinSync['how'];
  /** What is wrong with the fields of the remote. */
  problems: RemoteProblems;
  /** What is wrong with the passphrase or the name. */
  phrase: PhraseProblem | null;
  /** Where the history would go, as the host will show it. */
  address: string;
}

const FIRST: SetUpState = { step: 'place', kind: 'folder', how: 'begin', problems: {}, phrase: null, address: '' };

const FIELD_OF: Partial<Record<PhraseProblem, string>> = { unnamed: 'name', differs: 'again' };

function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}

interface SetUpOptions {
  /** They hold what was typed. */
  placeForm: RefObject<HTMLFormElement | null>;
  phraseForm: RefObject<HTMLFormElement | null>;
  onDone: () => void;
}

/** The steps from choosing a remote to joining it. */
export function useSetUp({ placeForm, phraseForm, onDone }: SetUpOptions) {
  const t = useT('sync');
  const toast = useToast();
  const { sync } = useServices();
  const { busy, error, submit, clearError } = useSubmission();
  const [state, change] = useReducer(
    (before: SetUpState, next: Partial<SetUpState>) => ({ ...before, ...next }),
    FIRST,
  );
  const { kind, how, address } = state;

  const changeAnd = (next: Partial<SetUpState>) => {
    clearError();
    change(next);
  };
  const remote = () => readRemoteInput(kind, new FormData(placeForm.current ?? undefined));
  const typed = (name: string): string => {
    const value = new FormData(phraseForm.current ?? undefined).get(name);
    return typeof value === 'string' ? value : '';
  };
  const findPhraseProblem = async (): Promise<PhraseProblem | null> => {
    const problem =
      how === 'begin'
        ? await checkPassphrase('place', typed('passphrase'), typed('again'))
        : typed('passphrase') === ''
          ? 'required'
          : null;
    return problem ?? (typed('name').trim() === '' ? 'unnamed' : null);
  };

  return {
    ...state,
    busy,
    failure: error,
    goTo: (step: SetUpStep) => changeAnd({ step }),
    chooseKind: (to: RemoteKind) => changeAnd({ kind: to, problems: {} }),
    chooseHow: (to: JoinSync['how']) => changeAnd({ how: to, phrase: null, step: 'passphrase' }),
    submitPlace() {
      const { place, problems } = remote();
      changeAnd({ problems });
      const [first] = Object.keys(problems);
      if (first !== undefined) focusField(placeForm.current, first);
      else void submit(async () => change({ address: await sync.addressOf(place), step: 'passphrase' }));
    },
    submitPhrase: () =>
      void submit(async () => {
        const phrase = await findPhraseProblem();
        change(phrase ? { phrase } : { phrase, step: 'consent' });
        if (phrase) focusField(phraseForm.current, FIELD_OF[phrase] ?? 'passphrase');
      }),
    agree: () =>
      void submit(async () => {
        const { place, secret } = remote();
        try {
          const passphrase = typed('passphrase');
          await sync.join({ place, secret, passphrase, how, agreed: address }, typed('name').trim());
        } catch (failure) {
          if (failure instanceof HostProblemError && failure.code === 'approval_stale')
            change({ address: await sync.addressOf(place) });
          throw failure;
        }
        onDone();
        toast({ tone: 'success', title: t('setup.done') });
      }),
  };
}

export type SetUp = ReturnType<typeof useSetUp>;
