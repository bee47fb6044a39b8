// What this browser keeps for itself: keys and secrets, where no other site reads them.
const STORES = {keys: ["game", "player"], secrets: ["game", "commitment"]};

// Once what `act` does to the store is on the disk: the `result` of what it gives.
function inStore(name, mode, act) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("nomic", 2);
    opening.onupgradeneeded = () => {
      for (const one of Object.keys(STORES)) {
        if (opening.result.objectStoreNames.contains(one)) continue;
        opening.result.createObjectStore(one, {keyPath: STORES[one]});
      }
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const base = opening.result;
      const change = base.transaction(name, mode, {durability: "strict"});
      const asked = act(change.objectStore(name));
      change.oncomplete = () => {
        base.close();
        resolve(asked.result);
      };
      change.onerror = change.onabort = () => {
        base.close();
        reject(change.error);
      };
    };
  });
}
