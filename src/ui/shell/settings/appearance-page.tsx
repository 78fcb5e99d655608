import { Monitor, Moon, Sun } from 'lucide-react';
import { VENDORS } from '#core/vendor.ts';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { LANGUAGES } from '#texts/languages.ts';
import css from './appearance-page.module.css';

export function AppearancePage() {
  const t = useT('settings');
  const { theme, language, textSize, motion, change } = useAppearance((state) => state);
  return (
    <>
      <Setting label={t('appearance.theme')}>
        <Segmented
          label={t('appearance.theme')}
          value={theme}
          onChange={(next) => change({ theme: next })}
          options={[
            { value: 'system', label: t('appearance.themeSystem'), icon: <Monitor aria-hidden /> },
            { value: 'light', label: t('appearance.themeLight'), icon: <Sun aria-hidden /> },
            { value: 'dark', label: t('appearance.themeDark'), icon: <Moon aria-hidden /> },
          ]}
        />
      </Setting>
      <Setting label={t('appearance.language')}>
        <Segmented
          label={t('appearance.language')}
          value={language}
          onChange={(next) => change({ language: next })}
          options={[
            { value: 'system', label: t('appearance.languageSystem') },
            ...[...LANGUAGES].map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
      </Setting>
      <Setting label={t('appearance.textSize')} hint={t('appearance.textSizeHint')}>
        <Segmented
          label={t('appearance.textSize')}
          value={textSize}
          onChange={(next) => change({ textSize: next })}
          options={[
            { value: 'small', label: t('appearance.textSmall') },
            { value: 'normal', label: t('appearance.textNormal') },
            { value: 'large', label: t('appearance.textLarge') },
            { value: 'larger', label: t('appearance.textLarger') },
          ]}
        />
      </Setting>
      <Setting label={t('appearance.motion')} hint={t('appearance.motionHint')}>
        <Segmented
          label={t('appearance.motion')}
          value={motion}
          onChange={(next) => change({ motion: next })}
          options={[
            { value: 'system', label: t('appearance.motionSystem') },
            { value: 'reduced', label: t('appearance.motionReduced') },
          ]}
        />
      </Setting>
      <Section title={t('appearance.vendors')} intro={t('appearance.vendorsHint')}>
        <ul className={css['vendors']}>
          {VENDORS.map((vendor) => (
            <li key={vendor} className={css['vendor']} style={{ color: VENDOR_LOOK[vendor].color }}>
              <VendorMark vendor={vendor} />
              {VENDOR_LOOK[vendor].name}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
