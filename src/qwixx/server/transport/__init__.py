"""The limits below HTTP: subclasses of uvicorn's protocols, and what they share.

They use members that uvicorn does not promise to keep. `tests/server/test_uvicorn_members.py` fails
if one of them is missing, and `pyproject.toml` bounds the version.
"""
