import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { formProblems } from '#contract/delivery/delivery.ts';
import type { SavedAddress } from '#contract/people/saved-address.ts';
import { kilometresBetween } from '#domain/base/distance.ts';
import { keysOf } from '#domain/base/keys.ts';
import { pointOfCity } from '#domain/delivery/comunas.ts';
import {
  DELIVERY_FIELDS,
  DELIVERY_LIMITS,
  type DeliveryField,
  type DeliveryForm as Values,
} from '#domain/delivery/delivery.ts';
import { findCity } from '#domain/delivery/regions.ts';
import { resolveBy } from '#web/ui/form-rules.ts';
import { findSilent, useSilentFields } from '#web/ui/silent-fields.ts';
import { findDayProblem } from './DayPart.tsx';
import { toEdits } from './saved-address.ts';

const FAILED = 'No pudimos guardar tus datos. Por favor intenta de nuevo.';

const TEXT_FIELDS = keysOf(DELIVERY_LIMITS);

/** State of the form; after 'saved' it accepts no more input. */
export type DeliveryStage = 'typing' | 'sending' | 'saved';

type Options = {
  formId: string;
  initial: Values;
  signedIn: boolean;
  send: ((form: Values) => Promise<void>) | undefined;
  onEdit: (edits: Partial<Values>) => void;
  onStage: (stage: DeliveryStage) => void;
};

/** Holds the form's values while it is on the screen, and reports every change. */
export function useDeliveryForm(options: Options) {
  const { formId, initial, signedIn, send, onEdit, onStage } = options;
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const [hasLostPoint, setLostPoint] = useState(false);
  const [problem, setProblem] = useState('');
  /** Whether anything was typed since the saved address was chosen. */
  const [isEdited, setEdited] = useState(initial.notes !== '');
  const { control, register, handleSubmit, subscribe, ...form } = useForm<Values>({
    defaultValues: initial,
    resolver: resolveBy((values) => ({
      ...formProblems(values, { isGuest: !signedIn }),
      ...findDayProblem(values),
    })),
    shouldFocusError: false,
  });
  const { getValues, setValue, clearErrors } = form;
  const { errors, isSubmitted, submitCount } = useFormState({ control });
  const [toldCount, setToldCount] = useState(submitCount);
  if (submitCount !== toldCount) {
    setToldCount(submitCount);
    const wrong = DELIVERY_FIELDS.flatMap((field) => errors[field]?.message ?? []);
    if (wrong.length > 0) setProblem(wrong.join('. '));
  }

  const commit = useEffectEvent((name: string | undefined, values: Values) => {
    const field = DELIVERY_FIELDS.find((known) => known === name);
    if (field) onEdit({ [field]: values[field] });
    setEdited(true);
    // Another way of delivery needs other fields.
    if (name !== 'way' || !isSubmitted) return;
    setProblem('');
    void form.trigger(DELIVERY_FIELDS.filter((each) => errors[each]));
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => commit(name, values),
      }),
    [subscribe],
  );

  const set = <Field extends DeliveryField>(field: Field, value: Values[Field]) => {
    setValue<DeliveryField>(field, value, { shouldValidate: isSubmitted });
  };

  /** Sets the city, and removes a point that is far from it. */
  const setPlace = (region: string, city: string) => {
    set('region', region);
    set('city', city);
    if (!isPointFar(getValues())) return;
    set('coordinates', null);
    setLostPoint(true);
  };

  useSilentFields(
    (typed) => {
      const filled = TEXT_FIELDS.flatMap((name) => {
        const field = document.querySelector(`#${CSS.escape(formId)} [name=${name}]`);
        const text = field === typed ? null : findSilent(field, getValues(name));
        return text === null ? [] : { name, text };
      });
      return filled.length === 0 ? null : filled;
    },
    (filled) => {
      for (const { name, text } of filled) {
        if (name === 'region') setPlace(text, findCity(text, getValues('city')) ?? '');
        else if (name === 'city') setPlace(getValues('region'), text);
        else set(name, text);
      }
    },
  );

  const moveTo = (next: DeliveryStage) => {
    setStage(next);
    onStage(next);
  };

  const accept = async (values: Values) => {
    setProblem('');
    moveTo('sending');
    try {
      await send?.(values);
      moveTo('saved');
    } catch (error) {
      moveTo('typing');
      setProblem((error instanceof Error && error.message) || FAILED);
    }
  };

  return {
    control,
    register,
    setValue,
    stage,
    hasLostPoint,
    isEdited,
    /**
     * The shop's error or all field errors of the last attempt, in one text; else empty. It stays
     * until the next one: a text above the field being corrected would move it.
     */
    problem,
    submitCount,
    submit: handleSubmit(accept),

    fillIn(address: SavedAddress) {
      const values = { ...getValues(), ...toEdits(address) };
      for (const field of DELIVERY_FIELDS) setValue(field, values[field]);
      clearErrors();
      setProblem('');
      setEdited(false);
    },

    setPlace,

    setPoint(point: Values['coordinates']) {
      set('coordinates', point);
      setLostPoint(false);
    },
  };
}

/** Distance beyond which a point belongs to the previous city. */
const SAME_CITY_KM = 60;

export function isPointFar({ region, city, coordinates }: Values): boolean {
  const centre = city ? pointOfCity(region, city) : null;
  if (!coordinates || !centre) return false;
  return kilometresBetween(coordinates, centre) > SAME_CITY_KM;
}
