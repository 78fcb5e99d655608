import { StoredMaxMessages, MAX_MESSAGES_KEY, MAX_MESSAGES_RANGE } from '#flows/conversation/max-messages.ts';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { useSetting } from '#ui/data/use-setting.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Setting } from '#ui/kit/controls/section.tsx';

/** The maximum number of messages in a request, for conversations without their own setting. */
export function MaxMessagesSetting() {
  const t = useT('context');
  const [most, setMost] = useSetting(MAX_MESSAGES_KEY, null, StoredMaxMessages);
  return (
    <Setting label={t('limit.label')} hint={t('limit.hint')}>
      {(ids) => (
        <NumberInput
          range={MAX_MESSAGES_RANGE}
          id={`${ids.label}-input`}
          labelledBy={ids.label}
          describedBy={ids.hint}
          value={most}
          none={t('limit.none')}
          onChange={setMost}
        />
      )}
    </Setting>
  );
}
