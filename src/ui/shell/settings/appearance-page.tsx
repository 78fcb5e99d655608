import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { VENDORS } from '#core/vendor.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { APPEARANCE_CHOICES, MAX_CSS } from '#ui/kit/theme/appearance.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { LANGUAGES } from '#texts/languages.ts';
import css from './appearance-page.module.css';

export function AppearancePage() {
  const t = useT('settings');
  const {
    theme,
    language,
    textSize,
    motion,
    width,
    density,
    details,
    accent,
    code,
    css: custom,
    change,
  } = useAppearance((state) => state);
  const [hadCss] = useState(custom !== '');
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
            ...[...LANGUAGES].map(([value, { name }]) => ({ value, label: name, lang: value })),
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
      <Setting label={t('appearance.width')}>
        <Segmented
          label={t('appearance.width')}
          value={width}
          onChange={(next) => change({ width: next })}
          options={[
            { value: 'normal', label: t('appearance.widthNormal') },
            { value: 'wide', label: t('appearance.widthWide') },
            { value: 'full', label: t('appearance.widthFull') },
          ]}
        />
      </Setting>
      <Setting label={t('appearance.density')}>
        <Segmented
          label={t('appearance.density')}
          value={density}
          onChange={(next) => change({ density: next })}
          options={[
            { value: 'comfortable', label: t('appearance.comfortable') },
            { value: 'compact', label: t('appearance.compact') },
          ]}
        />
      </Setting>
      <Setting label={t('appearance.details')} hint={t('appearance.detailsHint')}>
        <Segmented
          label={t('appearance.details')}
          value={details}
          onChange={(next) => change({ details: next })}
          options={[
            { value: 'all', label: t('appearance.detailsAll') },
            { value: 'time', label: t('appearance.detailsTime') },
            { value: 'none', label: t('appearance.detailsNone') },
          ]}
        />
      </Setting>
      <Setting label={t('appearance.accent')}>
        <Segmented
          label={t('appearance.accent')}
          value={accent}
          onChange={(next) => change({ accent: next })}
          options={APPEARANCE_CHOICES.accent.map((value) => ({
            value,
            label: t(`appearance.accents.${value}`),
            icon: <span aria-hidden className={css['swatch']} data-accent={value} />,
          }))}
        />
      </Setting>
      <Setting label={t('appearance.code')}>
        <Segmented
          label={t('appearance.code')}
          value={code}
          onChange={(next) => change({ code: next })}
          options={[
            { value: 'baton', label: 'Baton' },
            { value: 'classic', label: t('appearance.codeClassic') },
            { value: 'plain', label: t('appearance.codePlain') },
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
      <Disclosure className={css['css']} summary={t('appearance.css')} open={hadCss}>
        <TextArea
          mono
          label={t('appearance.css')}
          hint={t('appearance.cssHint')}
          rows={8}
          maxLength={MAX_CSS}
          value={custom}
          onChange={({ target }) => change({ css: target.value })}
        />
      </Disclosure>
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
