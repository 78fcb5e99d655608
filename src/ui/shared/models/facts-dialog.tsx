import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { Connection } from '#contract/connection.ts';
import { PRICE_PARTS, type Model } from '#core/model.ts';
import { FACT_LIMITS } from '#state/model-overrides.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useModelOverride } from '#ui/data/use-model-override.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import {
  ABILITIES,
  EMPTY_FIELDS,
  factNumber,
  fieldsOf,
  NUMBERS,
  numberText,
  readFields,
  readNumber,
  SIZES,
  sourceOf,
  type Ability,
  type FactProblem,
  type FactProblems,
  type FactsFields,
  type NumberField,
} from './facts-fields.ts';
import { LearnedFacts } from './learned-facts.tsx';
import css from './facts-dialog.module.css';

interface FactsDialogProps {
  connection: Connection;
  id: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Lets the user correct the facts of Baton's catalog and the vendor's list about a model. */
export function FactsDialog({ connection, id, open, onClose, onClosed, finalFocus }: FactsDialogProps) {
  const t = useT('models');
  const common = useT('common');
  const { known, base, override, save } = useModelOverride(connection, id);
  const [before] = useState<FactsFields>(() => fieldsOf(override));
  const [fields, setFields] = useState(before);
  const [problems, setProblems] = useState<FactProblems>({});
  const inputs = useRef(new Map<NumberField, HTMLInputElement>());
  const first = useRef<HTMLInputElement>(null);
  const form = useId();
  const hasInput = NUMBERS.some((field) => fields[field] !== '') || ABILITIES.some((field) => fields[field] !== null);
  const sources = useSources(known, base);

  const change = (field: NumberField, text: string) => {
    setFields({ ...fields, [field]: text });
    setProblems({ ...problems, [field]: undefined });
  };
  /** On blur a field shows its error, or rewrites a value like 200k as it was parsed. */
  const leave = (field: NumberField) => {
    const read = readNumber(field, fields[field]);
    if (!read) return setFields({ ...fields, [field]: '' });
    if ('problem' in read) return setProblems({ ...problems, [field]: read.problem });
    setFields({ ...fields, [field]: numberText(field, read.value) });
  };
  const clear = () => {
    setFields(EMPTY_FIELDS);
    setProblems({});
    first.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readFields(fields, base);
    if (read.problems) {
      setProblems(read.problems);
      const wrong = NUMBERS.find((field) => read.problems[field]);
      if (wrong) inputs.current.get(wrong)?.focus();
      return;
    }
    save(read.override);
    onClose();
  };

  const problemText = (field: NumberField, problem: FactProblem): string => {
    const size = field === 'contextWindow' || field === 'maxOutput';
    if (problem === 'nonsense') return t(size ? 'facts.error.tokens' : 'facts.error.dollars');
    if (problem === 'small' || problem === 'large') {
      const limits = size ? FACT_LIMITS[field] : FACT_LIMITS.price;
      return t(`facts.error.${problem}`, {
        limit: numberText('contextWindow', limits[problem === 'small' ? 'min' : 'max']),
      });
    }
    const read = readNumber('contextWindow', fields.contextWindow);
    const window = read && 'value' in read ? read.value : base.contextWindow;
    return t(`facts.error.${problem}`, { tokens: numberText('contextWindow', window) });
  };

  const number = (field: NumberField) => {
    const problem = problems[field];
    return (
      <Field
        key={field}
        ref={(input) => {
          if (field === SIZES[0]) first.current = input;
          if (input) inputs.current.set(field, input);
          else inputs.current.delete(field);
        }}
        label={t(`facts.${field}`)}
        value={fields[field]}
        placeholder={numberText(field, factNumber(field, base)) || '–'}
        hint={sources.ofNumber(field, fields[field] !== '')}
        error={problem ? problemText(field, problem) : null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(field, event.target.value)}
        onBlur={() => leave(field)}
      />
    );
  };

  return (
    <EditModal
      open={open}
      unsaved={JSON.stringify(fields) !== JSON.stringify(before)}
      onClose={onClose}
      onClosed={onClosed}
      finalFocus={finalFocus}
      initialFocus={first}
      wide
      title={t('facts.title', { model: base.label })}
      description={t('facts.lead', { connection: connection.label })}
      footer={
        <>
          {hasInput && (
            <Button variant="quiet" className={css['clear'] ?? ''} onClick={clear}>
              {t('facts.clear')}
            </Button>
          )}
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={form} variant="primary">
            {common('save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css['form']} noValidate onSubmit={submit}>
        <div className={css['pair']}>{SIZES.map(number)}</div>
        <fieldset className={css['group']}>
          <legend className={css['legend']}>{t('facts.abilities')}</legend>
          {ABILITIES.map((ability) => (
            <AbilityRow
              key={ability}
              name={t(`facts.${ability}`)}
              known={base[ability]}
              value={fields[ability]}
              hint={sources.ofAbility(ability, fields[ability] !== null)}
              onChange={(value) => setFields({ ...fields, [ability]: value })}
            />
          ))}
        </fieldset>
        <fieldset className={css['group']}>
          <legend className={css['legend']}>{t('facts.price')}</legend>
          <div className={css['prices']}>{PRICE_PARTS.map(number)}</div>
          {base.price?.above && (
            <p className={css['note']}>
              {t('facts.step', { tokens: numberText('contextWindow', base.price.above.tokens) })}
            </p>
          )}
        </fieldset>
        <LearnedFacts connection={connection} model={base} />
      </form>
    </EditModal>
  );
}

/** Describes the source of a field's value. */
function useSources(known: Model, base: Model) {
  const t = useT('models');
  const from = (field: NumberField | Ability) =>
    t(`facts.from.${sourceOf(field, known, base)}`, { date: known.asOf ?? '' });
  const yours = (field: NumberField | Ability, value: string) =>
    value === '' ? t('facts.ownNew') : t('facts.own', { value, source: from(field) });
  return {
    ofNumber(field: NumberField, own: boolean): string {
      if (own) return yours(field, numberText(field, factNumber(field, base)));
      const cache = field === 'cacheRead' || field === 'cacheWrite';
      return cache && base.price && base.price[field] === undefined ? t('facts.cacheUnknown') : from(field);
    },
    ofAbility: (ability: Ability, own: boolean): string =>
      own ? yours(ability, t(base[ability] ? 'facts.yesShort' : 'facts.noShort')) : from(ability),
  };
}

interface AbilityRowProps {
  name: string;
  known: boolean;
  value: boolean | null;
  hint: string;
  onChange: (value: boolean | null) => void;
}

function AbilityRow({ name, known, value, hint, onChange }: AbilityRowProps) {
  const t = useT('models');
  return (
    <div className={css['ability']}>
      <div className={css['text']} aria-hidden>
        <p className={css['name']}>{name}</p>
        <p className={css['hint']}>{hint}</p>
      </div>
      <Segmented
        label={`${name}, ${hint}`}
        value={value === null ? 'known' : value ? 'yes' : 'no'}
        onChange={(choice) => onChange(choice === 'known' ? null : choice === 'yes')}
        options={[
          { value: 'known', label: t('facts.asKnown', { value: t(known ? 'facts.yesShort' : 'facts.noShort') }) },
          { value: 'yes', label: t('facts.yes') },
          { value: 'no', label: t('facts.no') },
        ]}
      />
    </div>
  );
}
