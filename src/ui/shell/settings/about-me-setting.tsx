import { useState } from 'react';
import { ABOUT_ME_KEY } from '#flows/projects/about-me.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** What every model should know about the user. Stored when the field is left. */
export function AboutMeSetting() {
  const t = useT('projects');
  const [stored, store] = useSetting(ABOUT_ME_KEY, '');
  const [written, setWritten] = useState(stored);
  return (
    <TextArea
      label={t('aboutMe')}
      hint={t('aboutMeHint')}
      rows={4}
      value={written}
      onChange={({ target }) => setWritten(target.value)}
      onBlur={() => written.trim() !== stored && store(written.trim())}
    />
  );
}
