import { useEffect, useRef } from 'react';
import { useServices } from '#ui/data/services.ts';
import { navigate, useRoute } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useExportDialogScene } from '#ui/data/export-dialog-context.ts';

/**
 * Asks before the window closes during an export, restore or import, and reports their results while the user is on
 * another page.
 */
export function TransferNotices() {
  const t = useT('transfer');
  const toast = useToast();
  const route = useRoute();
  const { exports, intake } = useServices().transfers;
  const { open: dialog } = useExportDialogScene();
  const elsewhere = route.name !== 'settings' || route.page !== 'history';
  const latest = useRef({ elsewhere, dialog, t, toast });
  useEffect(() => {
    latest.current = { elsewhere, dialog, t, toast };
  });

  useEffect(() => {
    const life = new AbortController();
    const hold = (event: BeforeUnloadEvent) => {
      const active = exports.store.getState().step === 'going' || intake.store.getState().step === 'restoring';
      if (active) event.preventDefault();
    };
    addEventListener('beforeunload', hold, { signal: life.signal });
    const showToast = (tone: 'success' | 'danger' | 'info', title: string) => {
      if (!latest.current.elsewhere) return;
      const show = () => navigate({ name: 'settings', page: 'history' });
      latest.current.toast({
        id: 'transfer',
        tone,
        title,
        action: { label: latest.current.t('toast.show'), run: show },
      });
    };
    const ends = [
      exports.store.subscribe((now, before) => {
        if (now.step === before.step) return;
        // The dialog shows it in place.
        if (latest.current.dialog) return;
        if (now.step === 'done') showToast('success', latest.current.t('export.toastDone', { name: now.name }));
        if (now.step === 'failed') showToast('danger', latest.current.t('export.toastFailed', { name: now.name }));
      }),
      intake.store.subscribe((now, before) => {
        if (now.step === before.step) return;
        if (now.step === 'choosing') showToast('info', latest.current.t('toast.opened'));
        if (now.step === 'failed') showToast('danger', latest.current.t('intake.failed'));
        if (now.step === 'done') {
          const good = now.report.stopped === null;
          showToast(good ? 'success' : 'danger', latest.current.t(good ? `toast.${now.opened.kind}` : 'receipt.ended'));
        }
      }),
    ];
    return () => {
      life.abort();
      for (const end of ends) end();
    };
  }, [exports, intake]);
  return null;
}
