import { OMIT_MEDIA, overlaysFor } from '#core/normalize/base/overlays.ts';
import type { Target } from '#core/request.ts';
import type { DescribedNote } from '#flows/request/request-inspection.ts';
import { putOverlays, removeOverlay } from '#storage/overlay-repository.ts';
import { useServices } from '#ui/data/services.ts';
import { useOverlays } from '#ui/data/use-learned-model.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** The conversation and the model of the next request. */
export interface NextTarget {
  sessionId: string;
  target: Target;
}

/** Sends images and files again that the vendor refused, from the next request on. */
export function OmittedMedia({ next, notes }: { next: NextTarget; notes: readonly DescribedNote[] }) {
  const t = useT('report');
  const common = useT('common');
  const toast = useToast();
  const { db, problems } = useServices();
  const named = new Set(notes.map(({ rule, message }) => (rule === OMIT_MEDIA ? message : undefined)));
  const omitted = overlaysFor(useOverlays(next.sessionId), next.target).filter(
    ({ kind, target }) => kind === OMIT_MEDIA && named.has(target.message),
  );
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => problems.add(error));
  if (omitted.length === 0) return null;

  async function sendAgain(): Promise<void> {
    for (const { id } of omitted) await removeOverlay(db, id);
    toast({
      title: t('media.sentAgain'),
      action: { label: common('undo'), run: () => void attempt(putOverlays(db, omitted)) },
    });
  }

  return (
    <p>
      <Button small onClick={() => void attempt(sendAgain())}>
        {t('media.sendAgain')}
      </Button>
    </p>
  );
}
