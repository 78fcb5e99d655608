import { RUN_LIMITS } from '#core/agent/run-agent.ts';
import { StoredRunLimits, MAX_STEPS, RUN_LIMITS_KEY } from '#flows/agent/run-limits.ts';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { useSetting } from '#ui/data/use-setting.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Setting } from '#ui/kit/controls/section.tsx';

const NOTHING_SET = {};
/** In US dollars. */
const COST = { min: 0.01, max: 10_000, step: 0.01 };

/** The limits of a run before it stops and asks. */
export function RunLimitSettings() {
  const t = useT('runs');
  const [limits, setLimits] = useSetting(RUN_LIMITS_KEY, NOTHING_SET, StoredRunLimits);
  const { steps, cost } = { ...RUN_LIMITS, ...limits };
  return (
    <>
      <Setting label={t('limit.steps')} hint={t('limit.stepsHint')}>
        {(ids) => (
          <NumberInput
            range={{ min: 1, max: MAX_STEPS }}
            id={`${ids.label}-input`}
            labelledBy={ids.label}
            describedBy={ids.hint}
            value={steps}
            onChange={(value) => value !== null && setLimits({ ...limits, steps: value })}
          />
        )}
      </Setting>
      <Setting label={t('limit.cost')} hint={t('limit.costHint')}>
        {(ids) => (
          <NumberInput
            range={COST}
            id={`${ids.label}-input`}
            labelledBy={ids.label}
            describedBy={ids.hint}
            value={cost}
            none={t('limit.none')}
            onChange={(value) => setLimits({ ...limits, cost: value })}
          />
        )}
      </Setting>
    </>
  );
}
