import { useState } from 'react';
import { hasScripts } from '#markdown/preview-kind.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { PreviewConsole } from './preview-console.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { useConsole } from './use-console.ts';
import { useScriptConsent } from './use-script-consent.ts';
import { useThrottled } from './use-throttled.ts';
import css from './previews.module.css';

interface HtmlPreviewProps {
  /** Identifies the version. */
  id: string;
  html: string;
  /** It doesn't grow any more. */
  closed: boolean;
  label: string;
}

const LIVE_MS = 500;

/**
 * A page that a model wrote. While it grows it is drawn without scripts, at most twice a second: running them again and
 * again would lose what they hold.
 */
export function HtmlPreview({ id, html, closed, label }: HtmlPreviewProps) {
  const t = useT('previews');
  const { session } = useConversation();
  const [allowed, allow] = useScriptConsent(session.id);
  const [start, setStart] = useState(0);
  const [stopped, setStopped] = useState<string | null>(null);
  const live = useThrottled(html, LIVE_MS);
  const wants = hasScripts(html);
  const scripts = wants && allowed && closed;
  const run = scripts ? `${id} ${start}` : 'still';
  const { lines, dropped, flooded, events } = useConsole(run);
  const ended = flooded || stopped === run;
  const restart = () => {
    setStopped(null);
    setStart(start + 1);
  };
  return (
    <>
      {wants && !allowed && (
        <Notice
          actions={
            <Button small onClick={allow}>
              {t('scripts.allow')}
            </Button>
          }
        >
          {t('scripts.ask')}
        </Notice>
      )}
      {ended ? (
        <Notice tone="warning" live>
          {t(flooded ? 'scripts.flooded' : 'scripts.stopped')}
        </Notice>
      ) : (
        <PreviewFrame key={run} html={scripts ? html : live} scripts={scripts} label={label} events={events} />
      )}
      {scripts && (
        <div className={css['running']}>
          <Button small variant="quiet" onClick={restart}>
            {t('scripts.restart')}
          </Button>
          {!ended && (
            <Button small variant="quiet" onClick={() => setStopped(run)}>
              {t('scripts.stop')}
            </Button>
          )}
        </div>
      )}
      <PreviewConsole lines={lines} dropped={dropped} />
    </>
  );
}
