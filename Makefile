# Two commands need nothing but Python 3.11+ and make:
#   make build   builds the packages of sources/ into build/
#   make test    runs the tests
# Each sets up its own virtual environment first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: build test test-all lint types docs wheel clean

build: $(STAMP)
	$(BIN)/dipmap build sources -o build

test: $(STAMP)
	$(BIN)/python -m pytest -n auto -m "not slow"

test-all: $(STAMP)
	$(BIN)/python -m pytest -n auto -rs

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

docs: $(STAMP)
	$(BIN)/python docs/generate.py

wheel: $(STAMP)
	$(BIN)/python -m build --wheel --outdir dist .

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[dev,engines]"
	touch $@

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache
	find build -mindepth 1 ! -name README.md -exec rm -rf {} +
