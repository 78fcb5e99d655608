import { Camera, ClipboardPlus } from 'lucide-react';
import { useState } from 'react';
import { desktopEndpoints } from '#contract/desktop.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { LARGE_PASTE } from '#ui/features/conversation/composer/paste-rules.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { captureFrame } from './capture-frame.ts';
import { readClipboard } from './read-clipboard.ts';
import css from './quick.module.css';

/**
 * Adds the clipboard or a picture of the screen to the message, where it is seen before it is sent. Neither is read before
 * its button is pressed. In the desktop app the shell allows it for this press alone.
 */
export function AttachBar({ isDesktop }: { isDesktop: boolean }) {
  const t = useT('quick');
  const toast = useToast();
  const messageOf = useProblemMessage();
  const host = useHostGroup(desktopEndpoints);
  const { composerRef } = useConversation();
  const [busy, setBusy] = useState<'clipboard' | 'screen' | null>(null);

  const during = async (what: 'clipboard' | 'screen', failed: string, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toast({ tone: 'danger', title: failed, description: messageOf(error) });
    } finally {
      setBusy(null);
      composerRef.current?.focus();
    }
  };

  const addClipboard = () =>
    during('clipboard', t('clipboardFailed'), async () => {
      if (isDesktop) await host.allowClipboard();
      const clip = await readClipboard(navigator.clipboard);
      if (clip.kind === 'refused') toast({ tone: 'warning', title: t('clipboardRefused') });
      else if (clip.kind === 'nothing') toast({ title: t('clipboardEmpty') });
      else if (clip.kind === 'picture') composerRef.current?.addFiles([clip.file]);
      else if (clip.text.length <= LARGE_PASTE) composerRef.current?.insert(clip.text);
      else composerRef.current?.addFiles([new File([clip.text], 'clipboard.txt', { type: 'text/plain' })]);
    });

  const addScreen = () =>
    during('screen', t('screenFailed'), async () => {
      const picture = isDesktop ? await host.captureScreen() : await captureFrame(navigator.mediaDevices);
      if (picture) composerRef.current?.addFiles([new File([picture], 'screenshot.png', { type: 'image/png' })]);
    });

  return (
    <div className={css['attach']}>
      <Button small variant="quiet" busy={busy === 'clipboard'} onClick={() => void addClipboard()}>
        <ClipboardPlus aria-hidden />
        {t('clipboard')}
      </Button>
      {(isDesktop || 'getDisplayMedia' in (navigator.mediaDevices ?? {})) && (
        <Button small variant="quiet" busy={busy === 'screen'} onClick={() => void addScreen()}>
          <Camera aria-hidden />
          {t('screen')}
        </Button>
      )}
    </div>
  );
}
