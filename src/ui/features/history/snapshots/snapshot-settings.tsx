import type { SnapshotList } from '#contract/snapshot.ts';
import { useServices } from '#ui/data/services.ts';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { Setting } from '#ui/kit/controls/section.tsx';
import { useSnapshotAction } from './use-snapshot-action.ts';

const AUTO = 'auto';
const CAPS = [1e9, 5e9, 20e9];

export function SnapshotSettings({ list: { settings, cap } }: { list: SnapshotList }) {
  const t = useT('snapshots');
  const language = useLanguage();
  const act = useSnapshotAction();
  const { snapshots } = useServices();
  // A value edited into the file by hand is also offered.
  const caps = settings.cap === null || CAPS.includes(settings.cap) ? CAPS : [settings.cap, ...CAPS];
  return (
    <>
      <Setting label={t('automatic')} hint={t('automaticHint')}>
        {(ids) => (
          <Switch
            checked={settings.automatic}
            onChange={(automatic) => act(snapshots.change({ automatic }), t('noChange'))}
            labelledBy={ids.label}
            describedBy={ids.hint}
          />
        )}
      </Setting>
      <Setting
        label={t('cap')}
        hint={`${t('capHint')} ${settings.cap === null ? t('capNow', { cap: formatBytes(cap, language) }) : ''}`}
      >
        <Segmented
          label={t('cap')}
          value={settings.cap === null ? AUTO : String(settings.cap)}
          onChange={(value) => act(snapshots.change({ cap: value === AUTO ? null : Number(value) }), t('noChange'))}
          options={[
            { value: AUTO, label: t('capAuto') },
            ...caps.map((bytes) => ({ value: String(bytes), label: formatBytes(bytes, language) })),
          ]}
        />
      </Setting>
    </>
  );
}
