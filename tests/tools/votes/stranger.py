# A stranger's recount: the dumps, the checkpoints, the public keys. Python and `cryptography`, nothing of ours.
#   python3 stranger.py https://HOST/ledger/SITE [RECEIPT EMAIL]   downloads all weeks, checks and adds up each, and one's own vote
# Without words it reads the name of such a folder a line, behind a tab the address of a receipt.tlog-proof in it. It answers "holds N",
# for N lines, or "broken: why".
import base64, hashlib, json, shutil, sys, tempfile, urllib.request
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def root(h):
    if len(h) < 2: return h[0] if h else hashlib.sha256().digest()
    k = 1 << (len(h) - 1).bit_length() - 1
    return hashlib.sha256(b'\1' + root(h[:k]) + root(h[k:])).digest()

def signed(note, vkeys):
    text, sigs = note.split('\n\n', 1); text += '\n'
    for v in vkeys:
        name, kid, key = v.split('+', 2); raw = base64.b64decode(key)
        for s in sigs.splitlines():
            dash, n, b = s.split(' ', 2); b = base64.b64decode(b, validate=True)
            if n == name and b[:4].hex() == kid:
                Ed25519PublicKey.from_public_bytes(raw[1:]).verify(b[4:], text.encode())
                lines = text.splitlines()
                assert len(lines) == 3, 'more than is said'
                return lines
    raise ValueError('no known signature')

def check(folder):
    told = json.load(open(folder + '/weeks.json')); log = []
    for week in [w['week'] for w in told['weeks']]:
        raw = open(f'{folder}/{week}.ndjson').read()
        assert raw.endswith('\n'); lines = raw[:-1].split('\n')
        log += [hashlib.sha256(b'\0' + l.encode()).digest() for l in lines]
        o, size, r = signed(open(f'{folder}/{week}.checkpoint').read(), told['vkeys'])
        assert o == told['origin'] and int(size) == len(log) and base64.b64decode(r) == root(log), f'{week}: not what was signed'
        rows = [json.loads(l) for l in lines]; head = rows[0]
        votes = [r for r in rows if r['t'] == 'vote']; places = [r for r in rows if r['t'] == 'place']
        assert head['t'] == 'week' and head['week'] == week and head['votes'] == len(votes) and head['launches'] == len(places), f'{week}: numbers'
        assert len({v['voter'] for v in votes}) == len(votes) and all(v['week'] == week for v in votes), f'{week}: a vote twice'
        got = {}
        for v in votes:
            assert v['weight'] == (0 if 'why' in v else 1); got[v['listing']] = got.get(v['listing'], 0) + v['weight']
        again = sorted(places, key=lambda p: (-got.get(p['listing'], 0), p['live_at'], p['listing']))
        assert all(p['place'] == i + 1 and p['votes'] == got.get(p['listing'], 0) for i, p in enumerate(again)), f'{week}: places'
    return len(log)

def receipt(folder, email):
    told = json.load(open(folder + '/weeks.json')); head, note = open(folder + '/receipt.tlog-proof').read().split('\n\n', 1)
    version, extra, index, *path = head.split('\n'); assert version == 'c2sp.org/tlog-proof@v1'
    origin, size, r = signed(note, told['vkeys']); assert origin == told['origin']
    said = json.loads(base64.b64decode(extra.split(' ')[1])); leaf = json.loads(said['leaf'])
    nonce = base64.urlsafe_b64decode(said['nonce'] + '==')
    voter = base64.urlsafe_b64encode(hashlib.sha256(nonce + email.lower().encode()).digest()).decode().rstrip('=')
    assert leaf['voter'] == voter, 'another voter'
    # RFC 9162, 2.1.3.2
    fn, sn = int(index.split(' ')[1]), int(size) - 1; assert 0 <= fn <= sn
    h = hashlib.sha256(b'\0' + said['leaf'].encode()).digest()
    for p in [base64.b64decode(x) for x in path]:
        assert sn != 0
        if fn & 1 or fn == sn:
            h = hashlib.sha256(b'\1' + p + h).digest()
            while not fn & 1 and fn: fn >>= 1; sn >>= 1
        else: h = hashlib.sha256(b'\1' + h + p).digest()
        fn >>= 1; sn >>= 1
    assert sn == 0 and h == base64.b64decode(r), 'not in the ledger'

def download(base, folder):
    def get(name):
        with urllib.request.urlopen(f'{base}/{name}') as r: open(f'{folder}/{name}', 'wb').write(r.read())
    get('weeks.json')
    for w in json.load(open(folder + '/weeks.json'))['weeks']: get(w['week'] + '.ndjson'); get(w['week'] + '.checkpoint')

def answer(folder, email):
    try:
        n = check(folder)
        if email: receipt(folder, email)
        print('holds', n); return True
    except Exception as e: print('broken:', type(e).__name__, str(e).replace('\n', ' ')); return False

if len(sys.argv) in (2, 4):
    with tempfile.TemporaryDirectory() as folder:
        download(sys.argv[1].rstrip('/'), folder)
        if len(sys.argv) == 4: shutil.copy(sys.argv[2], folder + '/receipt.tlog-proof')
        sys.exit(not answer(folder, (sys.argv[3:] or [''])[0]))
elif len(sys.argv) > 1: sys.exit('stranger.py https://HOST/ledger/SITE [RECEIPT EMAIL]')
for asked in sys.stdin.read().splitlines():
    folder, _, email = asked.partition('\t'); answer(folder, email)
