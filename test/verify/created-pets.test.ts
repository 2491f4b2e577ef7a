import { describe, expect, test } from 'vitest';
import { runVerification } from '../../src/verify/run.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';

async function verifyService(service: Service) {
  service.open();
  const { apiKey, base } = service;
  const options = resolveOptions({ url: `http://provider${base}`, apiKey });
  return runVerification(options, {}, fetchFrom(service));
}

describe('created pets', () => {
  test('are in the report, by id and name', async () => {
    const { created, createdPets, namePrefix } = await verifyService(new Service());

    expect(created).toHaveLength(createdPets);
    expect(created[0]).toEqual({ id: '31', name: `${namePrefix}-1` });
  });

  test('share a prefix that no other run has', async () => {
    const runs = [await verifyService(new Service()), await verifyService(new Service())];

    expect(new Set(runs.map(({ namePrefix }) => namePrefix)).size).toBe(2);
    for (const { created, namePrefix } of runs) {
      const others = created.filter(({ name }) => !name?.includes(namePrefix));
      expect(others.map(({ name }) => name)).toEqual(['', '007', 'null']);
    }
  });

  test('are counted and listed if their response cannot be read', async () => {
    class Unreadable extends Service {
      protected override reply(...given: Parameters<Service['reply']>) {
        const answer = super.reply(...given);
        return answer.status === 201 ? { ...answer, body: 'created' } : answer;
      }
    }
    const report = await verifyService(new Unreadable());

    expect(report.created).toHaveLength(report.createdPets);
  });
});
