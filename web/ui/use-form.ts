import { useState } from 'react';
import {
  type DefaultValues,
  useFormState,
  useForm as useFormStore,
  useWatch,
} from 'react-hook-form';
import { Refusal } from '#web/lib/api.ts';
import { byField, type Problems, resolveBy } from './form-rules.ts';
import { useTask } from './use-task.ts';

type Options<Values> = {
  initial: Values;
  /** Returns the problems of the values by path, by the schema of the body that is sent. */
  check: (values: Values) => Problems;
  /** Sends valid values; what it throws is the form's `error`, and its fields are marked. */
  send: (values: Values) => unknown;
  /** Returns the next values with the consequences of a change. */
  follow?: (before: Values, next: Values) => Values;
};

export type FormOf<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * Holds the values of one form, shows its problems from the first attempt on, and sends it. Its
 * fields are controlled: spread `field(name)` on a text, `choice(name)` on a select.
 */
export function useForm<Values extends object>(options: Options<Values>) {
  const { check, send, follow } = options;
  const [initial] = useState(options.initial);
  const [refused, setRefused] = useState<Problems>({});
  const { control, setValues, trigger, handleSubmit, reset } = useFormStore({
    // The library's types of defaults and paths cannot be computed for fields not yet known.
    defaultValues: initial as DefaultValues<Values>,
    resolver: resolveBy(check),
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitted, submitCount } = useFormState({ control });
  const values: Values = useWatch({ control, compute: (now) => now });
  const { isBusy, error, run, forget } = useTask(async (sent: Values) => {
    setRefused({});
    try {
      await send(sent);
    } catch (cause) {
      if (cause instanceof Refusal) setRefused(byField(sent, cause.fields));
      throw cause;
    }
  });
  const editBy = (change: (now: Values) => Partial<Values>) => {
    forget();
    setRefused({});
    setValues(
      (now: Values) => {
        const next = { ...now, ...change(now) };
        return follow ? follow(now, next) : next;
      },
      { shouldDirty: true },
    );
    if (isSubmitted) void trigger();
  };
  const edit = (changes: Partial<Values>) => editBy(() => changes);
  const own: Record<string, { message?: unknown } | undefined> = errors;
  const problem = (path: string): string | undefined => {
    const message = own[path]?.message;
    return typeof message === 'string' ? message : refused[path];
  };
  const put = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    edit({ ...values, [name]: value });
  const bind = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    error: problem(name),
  });
  return {
    values,
    isTyped: isDirty,
    isBusy,
    /** Why the last attempt failed; null if it did not, or something was typed since. */
    error,
    edit,
    /** For changes that arrive later, such as after an upload. */
    editBy,
    /** What is wrong with a field, or with a path in the body, such as `items.0.quantity`. */
    problem,
    submit: handleSubmit(run),
    /** How often it was sent, or refused here. */
    submitCount,
    /** Starts again, with these values as the saved ones. */
    reset,
    field: <Name extends keyof Values & string>(name: Name) => ({
      ...bind(name),
      onType: (typed: Values[Name]) => put(name, typed),
    }),
    choice: <Name extends keyof Values & string>(name: Name) => ({
      ...bind(name),
      onPick: (picked: Values[Name]) => put(name, picked),
    }),
  };
}
