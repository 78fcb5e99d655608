import type { TakeBackOrder, TakenBack } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';

/** Names of files in a toast. */
const NAMED = 3;

/** Takes files back, says what came of it, and offers to undo it. Rejects when the host refuses. */
export function useTakeBack(rootId: string, onChanged: () => void): (given: TakeBackOrder) => Promise<void> {
  const t = useT('changes');
  const common = useT('common');
  const toast = useToast();
  const attempt = useAsyncAction();
  const { fileChanges } = useServices();

  const leftOf = ({ left }: TakenBack): string => {
    const names = left.slice(0, NAMED).map(({ shown }) => visibleText(shown).text);
    return t('left', { count: left.length, names: `${names.join(', ')}${left.length > NAMED ? '…' : ''}` });
  };

  const undo = async (run: string) => {
    const host = await fileChanges();
    // The run is complete, so nothing needs to be looked at first: the press still counts when the host asks for it.
    const undone = await host.takeBack(rootId, { selection: { runs: [run] }, upTo: Number.MAX_SAFE_INTEGER });
    onChanged();
    toast({
      tone: undone.left.length > 0 ? 'warning' : 'success',
      title: t('undone', { count: undone.done }),
      ...(undone.left.length > 0 && { description: leftOf(undone) }),
    });
  };

  return async (given) => {
    const taken = await (await fileChanges()).takeBack(rootId, given);
    onChanged();
    const { run, done, left } = taken;
    toast({
      tone: left.length > 0 ? 'warning' : 'success',
      title: done === 0 ? t('done.none') : t('done', { count: done }),
      ...(left.length > 0 && { description: leftOf(taken) }),
      ...(run !== null && { action: { label: common('undo'), run: () => void attempt(undo(run)) } }),
    });
  };
}
