import { useEffect, useMemo, useSyncExternalStore, type RefObject } from 'react';
import { useStore } from 'zustand';
import { dictationEndpoints } from '#contract/dictation.ts';
import { knownModels } from '#flows/base/known-models.ts';
import { DICTATION_KEY, readDictationChoice } from '#flows/dictation/dictation-choice.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useLatest } from '#ui/kit/use-latest.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import {
  Dictations,
  NobodyTranscribesError,
  NothingHeardError,
  type DictationWork,
  type ShownDictation,
} from './dictations.ts';
import { askBeforeClosing } from './ask-before-closing.ts';
import { insertSpoken } from './insert-spoken.ts';

/** Those of this page. */
const dictations = new Dictations();
askBeforeClosing(dictations);

interface UseDictation {
  /** `null`: nothing is being dictated. */
  state: ShownDictation | null;
  /** Who writes it down; `null` where the user has chosen nobody who can. */
  vendor: string | null;
  start: () => Promise<void>;
  finish: () => Promise<void>;
  discard: () => Promise<void>;
}

const canRecord = (): boolean => 'MediaRecorder' in window && navigator.mediaDevices !== undefined;

/** Why a browser gives no microphone. */
const REASONS: Readonly<Record<string, 'refused' | 'none' | 'taken'>> = {
  NotAllowedError: 'refused',
  NotFoundError: 'none',
  NotReadableError: 'taken',
};

/** Dictation into the message box of a conversation. What was said goes to the text where the cursor is. */
export function useDictation(sessionId: string, field: RefObject<HTMLTextAreaElement | null>): UseDictation {
  const t = useT('dictation');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const host = useHostGroup(dictationEndpoints);
  const { settings, host: client } = useServices();
  const { connections } = useConnections();
  const stored = useStore(settings.store, ({ values }) => values.get(DICTATION_KEY));
  const choice = useMemo(() => readDictationChoice(stored), [stored]);
  const connection = choice && connections?.find(({ id, configured }) => id === choice.connection && configured);
  const isUsable = connection && knownModels('transcription', connection) !== null && canRecord();
  const state = useSyncExternalStore(dictations.subscribe, () => dictations.of(sessionId));

  const transcribe: DictationWork['transcribe'] = async ({ sound, type }, signal) => {
    if (!choice) throw new NobodyTranscribesError();
    const bytes = new Uint8Array(await sound.arrayBuffer());
    const answer = await host.transcribe(choice.connection, { model: choice.model, type }, bytes, { signal });
    if ('problem' in answer) throw new Error(answer.problem);
    if (answer.text === '') throw new NothingHeardError();
    return answer.text;
  };
  /** A browser asks by itself. */
  const allowMicrophone = async () => {
    const { desktopEndpoints } = await import('#contract/desktop.ts');
    const shell = client.group(desktopEndpoints);
    if ((await shell.desktop()).desktop !== null) await shell.allowMicrophone();
  };
  const finish = () => dictations.transcribe(sessionId, { transcribe });
  const finishRef = useLatest(finish);

  useEffect(() => () => void dictations.leave(sessionId), [sessionId]);
  useEffect(() => {
    if (state?.stage !== 'written') return;
    // After the effect: during it React would put the old text back, and the field would lose its undo.
    queueMicrotask(() => {
      const text = field.current && dictations.take(sessionId);
      if (field.current && text) insertSpoken(field.current, text);
    });
  }, [state, sessionId, field]);

  return {
    state: state?.stage === 'written' ? null : state,
    vendor: isUsable ? connection.label : null,
    finish,
    async start() {
      const open: DictationWork['open'] = async (onLost) => {
        await allowMicrophone();
        const { openRecorder } = await import('./recorder.ts');
        return openRecorder(onLost);
      };
      try {
        await dictations.start(sessionId, { open }, () => void finishRef.current());
      } catch (error) {
        const reason = error instanceof DOMException ? REASONS[error.name] : undefined;
        const title = reason ? t(`microphone.${reason}`) : t('microphone.failed');
        toast({ tone: 'danger', title, ...(!reason && { description: messageOf(error) }) });
        field.current?.focus();
      }
    },
    async discard() {
      const undo = await dictations.discard(sessionId);
      field.current?.focus();
      if (undo) toast({ title: t('discarded'), action: { label: common('undo'), run: undo } });
    },
  };
}
