// A stranger's check with the Go team's own packages for logs and signed notes, golang.org/x/mod: the signatures, the root of every
// week, each week as the beginning of the next, and receipts. Reads and answers as stranger.py does, which also adds up the votes.
// On Debian, with golang-golang-x-mod-dev: GO111MODULE=off GOPATH=/usr/share/gocode go run stranger.go
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type told struct {
	Origin string
	Vkeys  []string
	Weeks  []struct{ Week string }
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func demand(holds bool, otherwise string) {
	if !holds {
		panic(otherwise)
	}
}

func read(name string) string {
	bytes, err := os.ReadFile(name)
	must(err)
	return string(bytes)
}

// What a checkpoint says, once one of the keys has signed it.
func (t told) signed(text string) (size int64, root tlog.Hash) {
	var keys []note.Verifier
	for _, vkey := range t.Vkeys {
		key, err := note.NewVerifier(vkey)
		must(err)
		keys = append(keys, key)
	}
	opened, err := note.Open([]byte(text), note.VerifierList(keys...))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	demand(len(lines) == 4 && lines[0] == t.Origin, "another log")
	_, err = fmt.Sscan(lines[1], &size)
	must(err)
	root, err = tlog.ParseHash(lines[2])
	must(err)
	return size, root
}

func check(folder string) (size int64) {
	var hashes []tlog.Hash
	stored := tlog.HashReaderFunc(func(at []int64) (found []tlog.Hash, err error) {
		for _, i := range at {
			found = append(found, hashes[i])
		}
		return found, nil
	})
	t := tellOf(folder)
	var before int64
	var root tlog.Hash
	for _, its := range t.Weeks {
		text := read(filepath.Join(folder, its.Week+".ndjson"))
		demand(strings.HasSuffix(text, "\n"), "an unfinished line")
		for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			more, err := tlog.StoredHashes(size, []byte(line), stored)
			must(err)
			hashes = append(hashes, more...)
			size++
		}
		saidSize, saidRoot := t.signed(read(filepath.Join(folder, its.Week+".checkpoint")))
		made, err := tlog.TreeHash(size, stored)
		must(err)
		demand(saidSize == size && saidRoot == made, its.Week+": not what was signed")
		if before > 0 {
			proof, err := tlog.ProveTree(size, before, stored)
			must(err)
			must(tlog.CheckTree(proof, size, made, before, root))
		}
		before, root = size, made
	}
	return size
}

func tellOf(folder string) (t told) {
	must(json.Unmarshal([]byte(read(filepath.Join(folder, "weeks.json"))), &t))
	return t
}

func receipt(folder, email string) {
	head, text, _ := strings.Cut(read(filepath.Join(folder, "receipt.tlog-proof")), "\n\n")
	lines := strings.Split(head, "\n")
	demand(lines[0] == "c2sp.org/tlog-proof@v1", "no proof")
	size, root := tellOf(folder).signed(text)
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	must(err)
	var said struct{ Leaf, Nonce string }
	must(json.Unmarshal(extra, &said))
	var leaf struct{ Voter string }
	must(json.Unmarshal([]byte(said.Leaf), &leaf))
	nonce, err := base64.RawURLEncoding.DecodeString(said.Nonce)
	must(err)
	voter := sha256.Sum256(append(nonce, strings.ToLower(email)...))
	demand(leaf.Voter == base64.RawURLEncoding.EncodeToString(voter[:]), "another voter")
	var index int64
	_, err = fmt.Sscanf(lines[2], "index %d", &index)
	must(err)
	var path tlog.RecordProof
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		must(err)
		path = append(path, hash)
	}
	must(tlog.CheckRecord(path, size, root, index, tlog.RecordHash([]byte(said.Leaf))))
}

func answer(asked string) {
	defer func() {
		if why := recover(); why != nil {
			fmt.Println("broken:", strings.ReplaceAll(fmt.Sprint(why), "\n", " "))
		}
	}()
	folder, email, isReceipt := strings.Cut(asked, "\t")
	size := check(folder)
	if isReceipt {
		receipt(folder, email)
	}
	fmt.Println("holds", size)
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer(lines.Text())
	}
}
