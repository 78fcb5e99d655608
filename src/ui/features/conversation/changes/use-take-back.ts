import type { TakeBackOrder, TakenBack } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';

/** Names of files in a toast. */
const NAMED = 3;

export interface TakeBackEvents {
  onTaken: () => void;
  /** Taking back was undone, at any time later. */
  onUndone: () => void;
}

/**
 * Takes files back, says what came of it, and offers to undo it. `staying`: files that the user decided to leave. Rejects
 * when the host refuses.
 */
export function useTakeBack(
  rootId: string,
  { onTaken, onUndone }: TakeBackEvents,
): (given: TakeBackOrder, staying: ReadonlySet<string>) => Promise<void> {
  const t = useT('changes');
  const common = useT('common');
  const toast = useToast();
  const attempt = useAsyncAction();
  const { fileChanges } = useServices();

  const leftOf = (left: TakenBack['left']): string => {
    const names = left.slice(0, NAMED).map(({ shown }) => visibleText(shown).text);
    return t('left', { count: left.length, names: `${names.join(', ')}${left.length > NAMED ? '…' : ''}` });
  };

  const undo = async (run: string) => {
    const host = await fileChanges();
    // The run is complete, so nothing needs to be looked at first: the press still counts when the host asks for it.
    const undone = await host.takeBack(rootId, { selection: { runs: [run] }, upTo: Number.MAX_SAFE_INTEGER });
    onUndone();
    toast({
      tone: undone.left.length > 0 || undone.done === 0 ? 'warning' : 'success',
      title: undone.done === 0 ? t('undone.none') : t('undone', { count: undone.done }),
      ...(undone.left.length > 0 && { description: leftOf(undone.left) }),
    });
  };

  return async (given, staying) => {
    const taken = await (await fileChanges()).takeBack(rootId, given);
    onTaken();
    const { run, done } = taken;
    const left = taken.left.filter(({ path }) => !staying.has(path));
    toast({
      tone: left.length > 0 || done === 0 ? 'warning' : 'success',
      title: done === 0 ? t('done.none') : t('done', { count: done }),
      ...(left.length > 0 && { description: leftOf(left) }),
      ...(run !== null && { action: { label: common('undo'), run: () => void attempt(undo(run)) } }),
    });
  };
}
