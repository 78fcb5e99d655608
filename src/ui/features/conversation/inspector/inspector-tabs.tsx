import { Tabs } from '@base-ui/react/tabs';
import { useState, type ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './inspector.module.css';

export interface InspectorTab {
  value: string;
  label: string;
  /** Shown beside the label when there is something to count. */
  count?: number;
  content: ReactNode;
}

export function InspectorTabs({ tabs }: { tabs: readonly InspectorTab[] }) {
  const t = useT('report');
  const [value, setValue] = useState(tabs[0]?.value ?? '');
  return (
    <Tabs.Root className={css['tabs']} value={value} onValueChange={(next: string) => setValue(next)}>
      <Tabs.List className={css['tabList']} aria-label={t('inspector.tabs')}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} className={css['tab']} value={tab.value}>
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className={css['count']}>{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} className={css['panel']} value={tab.value}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
