import { useEffect, useRef, useState } from 'preact/hooks';
import type { paths } from '../../admin/generated/types.js';
import { admin, call, type Schemas } from '../api.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import type { Exchange } from '../events.js';
import { useExchanges, useFollowed, useLoaded } from '../hooks.js';
import { navigate, replaceRoute } from '../router.js';
import type { ViewProps } from '../view-props.js';
import { PetForm, petStatuses } from './pets/pet-form.js';
import { PetTable } from './pets/pet-table.js';
import { StartOver } from './pets/sandbox-tools.js';

type Pet = Schemas['StoredPet'];
type PetFilter = NonNullable<paths['/pets']['get']['parameters']['query']>;

const statuses = [...petStatuses, 'none'] as const;

const pageSize = 50;
/** A larger number in the URL stands for the last page, too. */
const maxPage = 1_000_000;
/** Milliseconds until pets that the app added are shown. */
const reloadDelay = 200;

const isAdded = ({ operation, status }: Exchange) => operation === 'createPet' && status === 201;

/** Milliseconds without a key until a typed text is searched. */
const typingDelay = 200;

/** What is listed, as in the URL. */
interface Listed {
  readonly search: string;
  readonly status: PetFilter['status'] | undefined;
  /** Counted from 0. */
  readonly page: number;
}

function readListed(parameters: URLSearchParams): Listed {
  const status = parameters.get('status');
  return {
    search: parameters.get('search') ?? '',
    status: statuses.find((one) => one === status),
    page: Math.min(Math.max(Math.trunc(Number(parameters.get('page'))) - 1, 0), maxPage) || 0,
  };
}

const formatListed = ({ search, status, page }: Listed) => ({
  ...(search !== '' && { search }),
  ...(status !== undefined && { status }),
  ...(page > 0 && { page: String(page + 1) }),
});

interface SearchProps {
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** An input whose text is searched once no more is typed. */
function Search({ value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  // Another status may be chosen before the text is searched.
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const timer = setTimeout(() => typed !== value && search.current(typed), typingDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field label="Name or id">
      <input
        type="search"
        maxLength={256}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Field>
  );
}

/** The pets of a sandbox: to look at, change, and put back. */
export default function Pets({ sandbox, chosen, parameters }: ViewProps) {
  const listed = readListed(parameters);
  const { search, status, page } = listed;
  const query = {
    sandbox,
    limit: pageSize,
    skip: page * pageSize,
    ...(search !== '' && { search }),
    ...(status !== undefined && { status }),
  };
  const { value, error, reload } = useLoaded(
    () => call(admin.GET('/pets', { params: { query } })),
    [sandbox],
    [search, status, page],
  );
  const [form, setForm] = useState<Pet | 'new'>();
  useExchanges(sandbox, reloadDelay, reload, isAdded);
  useFollowed(reload);
  const { pets = [], total = 0 } = value ?? {};
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  useEffect(() => {
    // The pets of this page were removed, or the URL has a page that there never was.
    if (value !== undefined && page > last) {
      replaceRoute('pets', chosen, formatListed({ ...listed, page: last }));
    }
  }, [value]);
  if (error !== undefined) {
    return <p role="alert">{error}</p>;
  }
  if (value === undefined) {
    return <p>Loading…</p>;
  }
  const show = (changed: Partial<Listed>) =>
    navigate('pets', chosen, formatListed({ ...listed, page: 0, ...changed }));
  const first = page * pageSize;
  return (
    <>
      <div class="row pets-filter">
        <Search
          key={sandbox}
          value={search}
          onSearch={(text) =>
            replaceRoute('pets', chosen, formatListed({ ...listed, search: text, page: 0 }))
          }
        />
        <Field label="Status">
          <select
            value={status ?? 'any'}
            onChange={({ currentTarget }) =>
              show({ status: statuses.find((one) => one === currentTarget.value) })
            }
          >
            {['any', ...statuses].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </Field>
        <Button kind="primary" onClick={() => setForm('new')}>
          Add a pet
        </Button>
        <span class="pets-pages" role="status">
          {pets.length === 0 ? 'No pets' : `${first + 1}–${first + pets.length} of ${total}`}
        </span>
        <Button disabled={page === 0} onClick={() => show({ page: page - 1 })}>
          Previous
        </Button>
        <Button disabled={page >= last} onClick={() => show({ page: page + 1 })}>
          Next
        </Button>
      </div>
      <PetTable sandbox={sandbox} pets={pets} onEdit={setForm} onChanged={reload} />
      <StartOver sandbox={sandbox} onChanged={reload} />
      {form !== undefined && (
        <PetForm
          sandbox={sandbox}
          pet={form === 'new' ? undefined : form}
          onClose={() => setForm(undefined)}
          onSaved={reload}
        />
      )}
    </>
  );
}
