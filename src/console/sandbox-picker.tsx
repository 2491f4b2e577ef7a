import { useState } from 'preact/hooks';
import { admin, call, type Schemas } from './api.js';
import { Combobox } from './components/combobox.js';
import { notifyError } from './components/toast.js';

interface SandboxPickerProps {
  readonly chosen: string | undefined;
  /** What is shown without a choice. */
  readonly unchosen: string;
  /** Receives undefined for all sandboxes. */
  readonly onSelect: (name: string | undefined) => void;
}

function describeSandbox({ pets, requests, test }: Schemas['Sandbox']): string {
  return `${test === undefined ? '' : `${test}: `}${requests} requests, ${pets} pets`;
}

/** No sandbox can have this name. */
const all = 'all sandboxes';

/** Selects the sandbox that all views show; hundreds are found by name or by the test that made them. */
export function SandboxPicker({ chosen, unchosen, onSelect }: SandboxPickerProps) {
  const [sandboxes, setSandboxes] = useState<readonly Schemas['Sandbox'][]>([]);
  const load = () => {
    call(admin.GET('/sandboxes')).then((reply) => setSandboxes(reply.sandboxes), notifyError);
  };
  return (
    <Combobox
      label="Sandbox"
      value={chosen ?? unchosen}
      options={[
        ...(unchosen === all ? [{ value: all }] : []),
        ...sandboxes.map((one) => ({ value: one.name, detail: describeSandbox(one) })),
      ]}
      onOpen={load}
      onSelect={(name) => onSelect(name === all ? undefined : name)}
    />
  );
}
