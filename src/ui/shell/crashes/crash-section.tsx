import { useEffect, useState } from 'react';
import { crashEndpoints, type CrashReport, type CrashState } from '#contract/crashes.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import text from '#ui/kit/controls/text.module.css';
import { saveFile } from '#ui/kit/files/save-file.ts';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import css from './crashes.module.css';

/** Reports of crashes: to look at, to save and to delete. Nothing is sent from here. */
export function CrashSection() {
  const t = useT('crashes');
  const language = useLanguage();
  const messageOf = useProblemMessage();
  const host = useHostGroup(crashEndpoints);
  const { error, submit } = useSubmission();
  const [state, setState] = useState<CrashState | null>(null);
  const change = (call: () => Promise<CrashState>) => void submit(async () => setState(await call()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(() => change(() => host.crashes()), []);
  const failure = error !== null && (
    <Notice tone="danger" live>
      {messageOf(error)}
    </Notice>
  );
  if (state === null) return failure;
  const { reports, images, graphics } = state;
  const hasImages = images !== null && images.count > 0;
  return (
    <>
      {graphics && !(graphics.now && graphics.next) && (
        <Section
          title={t('graphics')}
          intro={graphics.next ? t('graphicsOn') : t('graphicsOff')}
          action={
            !graphics.next && (
              <Button small onClick={() => change(() => host.useGraphics())}>
                {t('useGraphics')}
              </Button>
            )
          }
        />
      )}
      <Section
        title={t('title')}
        intro={t('intro')}
        action={
          (reports.length > 0 || hasImages) && (
            <Button small variant="quiet" onClick={() => change(() => host.deleteCrashes())}>
              {t('deleteAll')}
            </Button>
          )
        }
      >
        {failure}
        {reports.length === 0 && !hasImages && <p className={text['dim']}>{t('none')}</p>}
        <ul className={css['reports']}>
          {reports.map((report) => (
            <Report key={report.id} report={report} onDelete={() => change(() => host.deleteCrash(report.id))} />
          ))}
        </ul>
        {hasImages && (
          <div className={css['images']}>
            <p>{t('images', { count: images.count, size: formatBytes(images.bytes, language) })}</p>
            <code className={css['folder']}>{images.folder}</code>
            <p>{t('imagesHint')}</p>
          </div>
        )}
      </Section>
    </>
  );
}

function Report({ report, onDelete }: { report: CrashReport; onDelete: () => void }) {
  const t = useT('crashes');
  const language = useLanguage();
  const time = formatDateTime(report.at, language);
  const save = () => saveFile(new Blob([report.text], { type: 'text/plain' }), `baton-crash-${report.id}.txt`);
  return (
    <li>
      <Disclosure
        summary={
          <>
            {t(`kind.${report.kind}`)} <span className={text['dim']}>{time}</span>
          </>
        }
      >
        <pre className={text['code']}>{report.text}</pre>
        <div className={css['actions']}>
          <Button small onClick={save} aria-label={t('saveNamed', { time })}>
            {t('save')}
          </Button>
          <Button small variant="quiet" onClick={onDelete} aria-label={t('deleteNamed', { time })}>
            {t('delete')}
          </Button>
        </div>
      </Disclosure>
    </li>
  );
}
