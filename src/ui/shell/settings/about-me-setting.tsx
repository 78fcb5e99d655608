import { useState } from 'react';
import { ABOUT_ME_KEY } from '#flows/projects/about-me.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** What every model should know about the user. Stored as it is written. */
export function AboutMeSetting() {
  const t = useT('projects');
  const [stored, store] = useSetting(ABOUT_ME_KEY, '');
  // What is stored follows a moment later, and changes in other windows too: neither may disturb the writing.
  const [writing, setWriting] = useState<string | null>(null);
  return (
    <TextArea
      label={t('aboutMe')}
      hint={t('aboutMeHint')}
      rows={4}
      value={writing ?? stored}
      onChange={({ target }) => {
        setWriting(target.value);
        store(target.value);
      }}
      onBlur={() => {
        if (writing !== null) store(writing.trim());
        setWriting(null);
      }}
    />
  );
}
