import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.js';
import { useVersion } from '../changes.js';
import { Button } from '../components/button.js';
import { Field, Select } from '../components/field.js';
import { useLoaded } from '../hooks.js';
import { navigate, parseRoute, replaceRoute } from '../router.js';
import type { SnapshotPet, ViewProps } from '../types.js';
import { PetForm, petStatuses } from './pet-form.js';
import { PetTable } from './pet-table.js';
import { StartOver } from './start-over.js';

const statuses = [...petStatuses, 'none'];

const pageSize = 50;
/** A larger number in the URL stands for the last page, too. */
const maxPage = 1_000_000;

/** What is listed, as in the URL. */
interface Listed {
  readonly search: string;
  /** Empty for any. */
  readonly status: string;
  /** Counted from 0. */
  readonly page: number;
}

function readListed(parameters: URLSearchParams): Listed {
  const status = parameters.get('status');
  return {
    search: parameters.get('search') ?? '',
    status: statuses.find((one) => one === status) ?? '',
    page: Math.min(Math.max(Math.trunc(Number(parameters.get('page'))) - 1, 0), maxPage) || 0,
  };
}

const omitEmpty = ({ search, status }: Listed) => ({
  ...(search !== '' && { search }),
  ...(status !== '' && { status }),
});

const formatListed = (listed: Listed) => ({
  ...omitEmpty(listed),
  ...(listed.page > 0 && { page: String(listed.page + 1) }),
});

interface PetPage {
  readonly pets: readonly SnapshotPet[];
  readonly total: number;
}

/** The pets of a sandbox: to look at, change, and put back. */
export default function Pets({ sandbox, chosen, parameters }: ViewProps) {
  const listed = readListed(parameters);
  const { search, status, page } = listed;
  const version = useVersion(sandbox);
  const query = { ...omitEmpty(listed), limit: pageSize, skip: page * pageSize };
  const { value, error } = useLoaded(
    () => call<PetPage>('GET /pets', sandbox, { query }),
    [sandbox, search, status, page, version],
  );
  const [form, setForm] = useState<SnapshotPet | 'new'>();
  const { pets = [], total = 0 } = value ?? {};
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  useEffect(() => {
    // The pets of this page were removed, or the URL has a page that there never was.
    if (value !== undefined && page > last) {
      replaceRoute('pets', chosen, formatListed({ ...listed, page: last }));
    }
  }, [value]);
  if (value === undefined) {
    return error ? <p role="alert">{error}</p> : <p>Loading…</p>;
  }
  // What was chosen last is in the URL already, and not yet on the page.
  const show = (changed: Partial<Listed>, go = navigate) => {
    const now = readListed(parseRoute(location.hash).parameters);
    go('pets', chosen, formatListed({ ...now, page: 0, ...changed }));
  };
  const first = page * pageSize;
  return (
    <>
      <div class="row pets-filter">
        <Field label="Name or id">
          <input
            key={sandbox}
            type="search"
            maxLength={256}
            defaultValue={search}
            onInput={({ currentTarget }) => show({ search: currentTarget.value }, replaceRoute)}
          />
        </Field>
        <Select
          label="Status"
          selected={status}
          values={[['', 'any'], ...statuses]}
          onSelect={(selected) => show({ status: selected })}
        />
        <Button kind="primary" onClick={() => setForm('new')}>
          Add a pet
        </Button>
        <span role="status">
          {pets.length === 0 ? 'No pets' : `${first + 1}–${first + pets.length} of ${total}`}
        </span>
        <Button disabled={page === 0} onClick={() => show({ page: page - 1 })}>
          Previous
        </Button>
        <Button disabled={page >= last} onClick={() => show({ page: page + 1 })}>
          Next
        </Button>
      </div>
      <PetTable sandbox={sandbox} pets={pets} onEdit={setForm} />
      <StartOver sandbox={sandbox} />
      {form !== undefined && (
        <PetForm
          sandbox={sandbox}
          pet={form === 'new' ? undefined : form}
          onClose={() => setForm(undefined)}
        />
      )}
    </>
  );
}
