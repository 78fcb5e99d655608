import { startScreenTexts } from '#texts/start-texts.ts';
import { useEffect, useState } from 'react';
import { AskFirst } from './ask-first.tsx';
import type { SectionProps } from './rescue-section.tsx';

/** The last resort when nothing in the storage can be opened, offered only when something can be restored. */
export function ClearSection({ rescue, language, isDesktop, reload }: SectionProps) {
  const texts = startScreenTexts(language).start;
  const [hasCopy, setHasCopy] = useState(false);
  useEffect(() => {
    let shown = true;
    const check = async () => (await rescue.journals()).length + (await rescue.snapshots()).length > 0;
    check().then(
      (found) => shown && setHasCopy(found),
      // The sections above say that the host doesn't answer.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [rescue]);
  if (!hasCopy) return null;
  return (
    <AskFirst
      title={texts.clear}
      body={isDesktop ? texts.clearDesktopBody : texts.clearBody}
      button={texts.clearButton}
      sure={isDesktop ? texts.clearDesktopSure : texts.clearSure}
      yes={isDesktop ? texts.clearDesktopYes : texts.clearYes}
      language={language}
      act={async () => {
        await rescue.clearStore();
        reload();
      }}
    />
  );
}
