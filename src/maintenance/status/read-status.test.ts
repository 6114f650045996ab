import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { RequestMetrics } from "#http/request-metrics.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { readConfiguration } from "#platform/configuration.ts";
import { Counter } from "#platform/metrics/metrics.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { checkStatus } from "./check-status.ts";
import { type ProcessMeters, processMetrics, readMetrics } from "./read-metrics.ts";
import { readStatus } from "./read-status.ts";

const meters = (): ProcessMeters => ({
  requestMetrics: new RequestMetrics(),
  databaseErrors: new Counter("furrow_database_errors_total", ""),
  eventLoopDelay: null,
});

const backup = { good_at: Date.UTC(2026, 10, 20), file: "furrow.db", bytes: 5 };

describeOnEachDatabase("The status", (openDatabase) => {
  test("shows database, queues and backups to admins only; metrics of the process need no database", async () => {
    const shop = await openShop(await openDatabase());
    const deps = {
      ...shop,
      configuration: readConfiguration({ DATA_DIR: tmpdir(), BACKUP_EVERY: "1m" }),
    };
    await shop.database.write((tx) => tx.updateTable("backup_schedule").set(backup).execute());
    await placeOrder(shop, ada, orderForm);
    shop.time.now += 3_600_000;
    const status = await readStatus(deps, owner);
    expect(status.queues.mail).toEqual({ count: 2, oldestAt: shop.time.now - 3_600_000 });
    expect(status.database).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      migrations: expect.any(Number),
      isFull: false,
    });
    expect(status.database.bytes).toBeGreaterThan(100_000);
    expect(status.disk?.freeBytes).toBeGreaterThan(0);
    const names = checkStatus(status).flatMap(({ name, advice }) => (advice === null ? [] : name));
    expect(names).toEqual(expect.arrayContaining(["Last backup", "Mail server"]));
    await expect(readStatus(deps, ada)).rejects.toMatchObject({ code: "forbidden" });

    const metrics = { ...deps, ...meters(), metricsOfAll: null };
    const text = await readMetrics(metrics);
    expect(text).toContain('furrow_queue_oldest_seconds{queue="mail"} 3600\n');
    expect(text).toContain(
      `furrow_backup_age_seconds ${(shop.time.now - backup.good_at) / 1000}\n`,
    );

    await shop.database.close();
    const down = await readMetrics(metrics);
    expect(down).toContain("furrow_database_up 0\n");
    expect(down).toMatch(/^process_cpu_seconds_total \d/m);
  });

  test("leaves out the memory of the process where Node cannot read it", async () => {
    const shop = await openShop(await openDatabase());
    const configuration = readConfiguration({ DATA_DIR: tmpdir() });
    const rss = vi.spyOn(process.memoryUsage, "rss").mockImplementation(() => {
      throw new Error("There is no /proc.");
    });
    try {
      const status = await readStatus({ ...shop, configuration }, owner);
      expect(checkStatus(status)).toContainEqual(
        expect.objectContaining({ name: "Memory", value: expect.stringMatching(/^Unknown of \d/) }),
      );
      const names = processMetrics(meters()).map(({ name, samples }) => samples.length > 0 && name);
      expect(names).toContain("process_heap_bytes");
      expect(names).not.toContain("process_resident_memory_bytes");
    } finally {
      rss.mockRestore();
    }
  });
});
